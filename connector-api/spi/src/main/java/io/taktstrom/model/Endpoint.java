package io.taktstrom.model;

import java.util.Map;

/**
 * Where a device answers, and how to talk to it. Made and checked by a {@code ConnectorDescriptor}, from a URI or from
 * a deployment file.
 *
 * @param scheme the protocol, for example {@code ads}
 * @param host name or address
 * @param port TCP port, 1 to 65535
 * @param options by option name, as text; only those that differ from the default
 */
public record Endpoint(String scheme, String host, int port, Map<String, String> options) {

    public Endpoint {
        if (host.isBlank()) {
            throw new IllegalArgumentException(scheme + " endpoint needs a host");
        }
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(
                    scheme + " endpoint " + host + ": port " + port + " is outside 1..65535");
        }
        options = Map.copyOf(options);
    }

    /** Scheme, host and port. Options may be secret and stay out. */
    @Override
    public String toString() {
        return scheme + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
