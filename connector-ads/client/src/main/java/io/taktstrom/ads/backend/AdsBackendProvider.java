package io.taktstrom.ads.backend;

import java.util.Set;

import io.taktstrom.spi.ConnectorException;

/**
 * Backends that are not in this jar, such as those on Beckhoff's library. Found by {@link java.util.ServiceLoader}, so it has
 * a public constructor without parameters; constructing it loads nothing. Thread-safe.
 */
public interface AdsBackendProvider {

    /**
     * What the options of an endpoint ask for.
     *
     * @param name of the backend, as the option {@code backend} has it
     * @param library absolute path of a native library; empty to look for one
     * @param isolation what keeps us from that library: {@code none} or {@code thread}
     */
    record Wanted(String name, String library, String isolation) {}

    /** The names of the backends that are there. */
    Set<String> names();

    /**
     * Why a backend cannot be used here, though it may be there, with the remedy; empty when nothing is known to be wrong.
     *
     * @param name one that may not be among {@link #names}
     */
    String obstacle(String name);

    /** Opens a backend, one of {@link #names}, whose target has answered. Blocks for at most the connect timeout. */
    AdsBackend open(Wanted wanted, BackendSettings settings, NotificationListener listener) throws ConnectorException;
}
