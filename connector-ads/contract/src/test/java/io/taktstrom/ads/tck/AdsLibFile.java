package io.taktstrom.ads.tck;

import org.junit.jupiter.api.Assumptions;

/**
 * Beckhoff's standalone AdsLib, for tests. {@code ./takt test} names the one of the Python package pyads in the environment
 * variable {@code TAKT_ADSLIB}, and sets {@code TAKT_INTEROP} to say that nothing may be missing.
 */
public final class AdsLibFile {

    private AdsLibFile() {}

    /** Its absolute path. Without it, the test ends as skipped, or fails where nothing may be missing. */
    public static String required() {
        String file = System.getenv("TAKT_ADSLIB");
        if (file != null && !file.isEmpty()) {
            return file;
        }
        String missing = "AdsLib not found: set TAKT_ADSLIB to the path of AdsLib.so, which pip install pyads brings,"
                + " or run ./takt test";
        if (System.getenv("TAKT_INTEROP") != null) {
            throw new AssertionError(missing);
        }
        return Assumptions.abort(missing);
    }
}
