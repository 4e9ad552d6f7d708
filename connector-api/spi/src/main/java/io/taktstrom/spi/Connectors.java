package io.taktstrom.spi;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

import io.taktstrom.descriptor.ConnectorDescriptor;

/**
 * The connectors on the class path: where a developer who embeds one starts.
 *
 * <pre>{@code
 * try (Connection connection = Connectors.connect("s7://10.0.0.7?rack=0&slot=1")) {
 *     System.out.println(connection.read("DB1.DBD4:REAL"));
 * }
 * }</pre>
 *
 * <p>A connection dies with the first outage; what shall go on after it is a {@code ManagedConnection}.
 */
public final class Connectors {

    private Connectors() {}

    /** All providers, by scheme. */
    public static List<ConnectorProvider> all() {
        return ServiceLoader.load(ConnectorProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(provider -> provider.descriptor().scheme()))
                .toList();
    }

    /**
     * The provider of a scheme.
     *
     * @throws IllegalArgumentException when none is on the class path; the message lists those that are
     */
    public static ConnectorProvider provider(String scheme) {
        List<ConnectorProvider> all = all();
        return all.stream()
                .filter(provider -> provider.descriptor().scheme().equals(scheme))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no connector for '" + scheme + "'; there are"
                        + (all.isEmpty()
                                ? " none on the class path, add for example connector-ads"
                                : ": " + forms(all))));
    }

    /**
     * The provider of a URI's scheme.
     *
     * @throws IllegalArgumentException when none is on the class path; the message lists those that are
     */
    public static ConnectorProvider providerOf(String uri) {
        int colon = uri.indexOf("://");
        return provider(colon < 0 ? uri : uri.substring(0, colon));
    }

    private static String forms(List<ConnectorProvider> providers) {
        return providers.stream()
                .map(ConnectorProvider::descriptor)
                .map(ConnectorDescriptor::uriSyntax)
                .collect(Collectors.joining(", "));
    }

    /**
     * Opens a session with the device at a URI, for example {@code ads://10.0.0.5/5.1.2.3.1.1:851}.
     *
     * @throws IllegalArgumentException when the URI is wrong; the message shows what would be right
     */
    public static Connection connect(String uri) throws ConnectorException {
        ConnectorProvider provider = providerOf(uri);
        return provider.connect(provider.descriptor().parse(uri), ConnectContext.standard());
    }
}
