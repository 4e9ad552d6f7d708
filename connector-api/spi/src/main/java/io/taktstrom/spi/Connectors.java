package io.taktstrom.spi;

import java.util.List;

/** The connectors on the class path: where a developer who embeds one starts. */
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
     * Opens a session with the device at a URI, for example {@code ads://10.0.0.5/5.1.2.3.1.1:851}.
     *
     * @throws IllegalArgumentException when the URI is wrong; the message shows what would be right
     */
    public static Connection connect(String uri) throws ConnectorException {
        int colon = uri.indexOf("://");
        ConnectorProvider provider = provider(colon < 0 ? uri : uri.substring(0, colon));
        return provider.connect(provider.descriptor().parse(uri), ConnectContext.standard());
    }
}
