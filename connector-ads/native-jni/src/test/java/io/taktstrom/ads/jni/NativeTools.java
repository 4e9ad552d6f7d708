package io.taktstrom.ads.jni;

import org.junit.jupiter.api.Assumptions;
import org.opentest4j.AssertionFailedError;

/** What native tests need, and not every machine has. */
public final class NativeTools {

    private NativeTools() {}

    /** Skips the test if the build had no compiler; fails it if {@code TAKT_INTEROP} says that nothing may be missing. */
    public static void requireShim() {
        if (NativeTools.class.getResource(ShimFile.resource()) == null) {
            missing("no JNI shim for this platform: the build found no CMake or no C++ compiler");
        }
    }

    private static void missing(String what) {
        if (System.getenv("TAKT_INTEROP") != null) {
            throw new AssertionFailedError(what);
        }
        Assumptions.abort(what + "; ./takt test sets it up");
    }
}
