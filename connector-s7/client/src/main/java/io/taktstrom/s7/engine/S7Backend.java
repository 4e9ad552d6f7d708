package io.taktstrom.s7.engine;

import java.time.Duration;
import java.util.ServiceLoader;

import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;

/** Another way to carry requests to a CPU than our engine, which is {@code java}. Found by {@link ServiceLoader}; stateless, thread-safe. */
public interface S7Backend {

    /** As the option {@code backend} calls it. */
    String name();

    /**
     * Opens a carrier. Blocks for at most the connect timeout.
     *
     * @throws ConnectFailedException when there is no CPU, or it refuses; the message names the remedy
     */
    Carrier open(CpuLinkSettings settings, Duration connectTimeout, Duration requestTimeout) throws ConnectorException;

    /**
     * Opens a carrier by way of the backend of this name.
     *
     * @throws ConnectFailedException also when its module is not there
     */
    static Carrier open(String backend, CpuLinkSettings settings, Duration connectTimeout, Duration requestTimeout)
            throws ConnectorException {
        if (backend.equals("auto") || backend.equals("java")) {
            return CpuLinks.open(settings, connectTimeout, requestTimeout);
        }
        for (S7Backend each : ServiceLoader.load(S7Backend.class, S7Backend.class.getClassLoader())) {
            if (each.name().equals(backend)) {
                return each.open(settings, connectTimeout, requestTimeout);
            }
        }
        throw new ConnectFailedException("connect to " + settings + ": the backend " + backend
                + " is not there; add connector-s7-" + backend + " to the class path, or use backend java");
    }
}
