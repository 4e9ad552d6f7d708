package io.taktstrom.spi;

import java.util.List;

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
        return Providers.ofClassPath().connectors();
    }

    /**
     * The provider of a scheme.
     *
     * @throws IllegalArgumentException when none is on the class path; the message lists those that are
     */
    public static ConnectorProvider provider(String scheme) {
        return Providers.ofClassPath().connector(scheme);
    }

    /**
     * The provider of the scheme of a URI.
     *
     * @throws IllegalArgumentException when none is on the class path; the message lists those that are
     */
    public static ConnectorProvider providerOf(String uri) {
        int colon = uri.indexOf("://");
        return provider(colon < 0 ? uri : uri.substring(0, colon));
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
