package io.taktstrom.ads.jni;

import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.ads.adslib.AdsLibrary;
import io.taktstrom.ads.adslib.AdsPort;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import org.jspecify.annotations.Nullable;

/** A library that the shim has loaded. */
final class JniLibrary implements AdsLibrary {

    private static final AtomicBoolean ENDS_AT_ONCE = new AtomicBoolean();

    private final long library;
    private final String file;

    /** @param library what {@link Shim#load} gave */
    JniLibrary(long library, String file) {
        this.library = library;
        this.file = file;
    }

    @Override
    public String file() {
        return file;
    }

    @Override
    public boolean hasRoutes() {
        return Shim.hasRoutes(library);
    }

    @Override
    public int addRoute(AmsNetId netId, String host) {
        return Shim.addRoute(library, netId.bits(), host);
    }

    @Override
    public void deleteRoute(AmsNetId netId) {
        Shim.deleteRoute(library, netId.bits());
    }

    @Override
    public void setLocalNetId(AmsNetId netId) {
        Shim.setLocalNetId(library, netId.bits());
    }

    @Override
    public void endWithoutUnloading() {
        if (ENDS_AT_ONCE.compareAndSet(false, true)) {
            Shim.endWithoutUnloading();
        }
    }

    @Override
    public @Nullable AdsPort openPort(AmsAddress target) {
        int port = Shim.openPort(library);
        return port == 0 ? null : new JniPort(library, port, target);
    }
}
