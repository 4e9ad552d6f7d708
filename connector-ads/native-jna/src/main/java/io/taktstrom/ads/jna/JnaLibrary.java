package io.taktstrom.ads.jna;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import io.taktstrom.ads.adslib.AdsLibrary;
import io.taktstrom.ads.adslib.AdsPort;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import org.jspecify.annotations.Nullable;

/** The one library that the functions are mapped to. */
final class JnaLibrary implements AdsLibrary {

    private static final AtomicBoolean ENDS_AT_ONCE = new AtomicBoolean();

    private final String file;
    private final boolean hasRoutes;
    private final JnaCallback callback;

    JnaLibrary(NativeLibrary library, boolean hasRoutes, JnaCallback callback) {
        this.file = file(library);
        this.hasRoutes = hasRoutes;
        this.callback = callback;
    }

    private static String file(NativeLibrary library) {
        File file = library.getFile();
        if (file == null) {
            return library.getName();
        }
        try {
            return file.exists() ? file.getCanonicalPath() : file.getPath();
        } catch (IOException e) {
            return file.getPath();
        }
    }

    @Override
    public String file() {
        return file;
    }

    @Override
    public boolean hasRoutes() {
        return hasRoutes;
    }

    @Override
    public int addRoute(AmsNetId netId, String host) {
        return (int) RouteFunctions.AdsAddRoute(netId.bits(), host);
    }

    @Override
    public void deleteRoute(AmsNetId netId) {
        RouteFunctions.AdsDelRoute(netId.bits());
    }

    @Override
    public void setLocalNetId(AmsNetId netId) {
        RouteFunctions.AdsSetLocalAddress(netId.bits());
    }

    /** {@code on_exit(_exit)}: what was registered last runs first, with the exit code. Only glibc has it. */
    @Override
    public void endWithoutUnloading() {
        if (Platform.isLinux() && ENDS_AT_ONCE.compareAndSet(false, true)) {
            NativeLibrary process = NativeLibrary.getProcess();
            try {
                process.getFunction("on_exit").invokeInt(new Object[] {process.getFunction("_exit"), Pointer.NULL});
            } catch (UnsatisfiedLinkError e) {
                System.getLogger(JnaLibrary.class.getName())
                        .log(System.Logger.Level.DEBUG, "a library that hangs may keep this process from ending", e);
            }
        }
    }

    @Override
    public @Nullable AdsPort openPort(AmsAddress target) {
        int port = (int) AdsFunctions.AdsPortOpenEx();
        return port == 0 ? null : new JnaPort(port, target, callback);
    }
}
