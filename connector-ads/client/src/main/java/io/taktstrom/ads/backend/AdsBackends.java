package io.taktstrom.ads.backend;

import java.util.ServiceLoader;
import java.util.TreeSet;

import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;

/** Finds the backends that other jars bring. */
public final class AdsBackends {

    /** Why a native library and Secure ADS do not go together. */
    public static final String NO_SECURITY =
            "security needs backend java: a native library goes its own way to the target;"
                    + " on a host with TwinCAT, its router can have a secure route instead";

    private AdsBackends() {}

    /**
     * Opens a backend whose target has answered. Blocks for at most the connect timeout.
     *
     * @throws InvalidRequestException when none provides it; the message names the jar to add
     */
    public static AdsBackend open(
            AdsBackendProvider.Wanted wanted, BackendSettings settings, NotificationListener listener)
            throws ConnectorException {
        if (settings.mode() == RouterMode.LOCAL) {
            throw new InvalidRequestException("connect to " + settings.target() + ": router: local is for"
                    + " backend: java; a native library goes its own way to a router");
        }
        if (settings.security().isOn()) {
            throw new InvalidRequestException("connect to " + settings.target() + ": " + NO_SECURITY);
        }
        TreeSet<String> there = new TreeSet<>();
        String obstacle = "";
        for (AdsBackendProvider provider :
                ServiceLoader.load(AdsBackendProvider.class, AdsBackends.class.getClassLoader())) {
            if (provider.names().contains(wanted.name())) {
                return provider.open(wanted, settings, listener);
            }
            there.addAll(provider.names());
            obstacle = obstacle.isEmpty() ? provider.obstacle(wanted.name()) : obstacle;
        }
        throw new InvalidRequestException("backend " + wanted.name() + " "
                + (obstacle.isEmpty()
                        ? "is not there (native backends there: "
                                + (there.isEmpty() ? "none" : String.join(", ", there)) + "); add the jar "
                                + artifact(wanted.name())
                        : obstacle)
                + ", or choose backend java, which needs none");
    }

    private static String artifact(String backend) {
        return "connector-ads-" + (backend.equals("adstojava") ? "jni" : backend);
    }
}
