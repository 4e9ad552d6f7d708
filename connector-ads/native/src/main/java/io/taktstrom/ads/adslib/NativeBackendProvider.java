package io.taktstrom.ads.adslib;

import java.util.Set;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsBackendProvider;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.spi.ConnectorException;

/** The backends on Beckhoff's library: one for each {@link AdsLibraryBinding} that is there and that this Java can run. */
public final class NativeBackendProvider implements AdsBackendProvider {

    private static final String FFM = "ffm";
    private static final int FFM_JAVA = 22;

    @Override
    public Set<String> names() {
        return AdsLibraries.bindings().keySet();
    }

    @Override
    public String obstacle(String name) {
        return name.equals(FFM) && Runtime.version().feature() < FFM_JAVA
                ? "needs Java " + FFM_JAVA + " or newer, and this is Java " + System.getProperty("java.version")
                        + ": run it with a newer one"
                : "";
    }

    @Override
    public AdsBackend open(Wanted wanted, BackendSettings settings, NotificationListener listener)
            throws ConnectorException {
        return AdsLibraries.open(
                wanted.name(),
                wanted.library(),
                settings,
                listener,
                wanted.isolation().equals("none"));
    }
}
