package io.taktstrom.ads.protocol;

/** State of an ADS server: 2 bytes (InfoSys "ADSSTATE"). A device may report numbers that are not listed here. */
public final class AdsState {

    public static final int INVALID = 0;
    public static final int IDLE = 1;
    public static final int RESET = 2;
    public static final int INIT = 3;
    public static final int START = 4;
    public static final int RUN = 5;
    public static final int STOP = 6;
    public static final int SAVE_CONFIG = 7;
    public static final int LOAD_CONFIG = 8;
    public static final int POWER_FAILURE = 9;
    public static final int POWER_GOOD = 10;
    public static final int ERROR = 11;
    public static final int SHUTDOWN = 12;
    public static final int SUSPEND = 13;
    public static final int RESUME = 14;
    /** The system is in CONFIG mode: the PLC runtime is not there. */
    public static final int CONFIG = 15;
    /** Written to the system service: restart in CONFIG mode. */
    public static final int RECONFIG = 16;

    public static final int STOPPING = 17;
    public static final int INCOMPATIBLE = 18;
    public static final int EXCEPTION = 19;

    private static final String[] NAMES = {
        "INVALID",
        "IDLE",
        "RESET",
        "INIT",
        "START",
        "RUN",
        "STOP",
        "SAVECFG",
        "LOADCFG",
        "POWERFAILURE",
        "POWERGOOD",
        "ERROR",
        "SHUTDOWN",
        "SUSPEND",
        "RESUME",
        "CONFIG",
        "RECONFIG",
        "STOPPING",
        "INCOMPATIBLE",
        "EXCEPTION"
    };

    private AdsState() {}

    /** A name for messages; {@code state 77} for an unknown number. */
    public static String name(int state) {
        return state >= 0 && state < NAMES.length ? NAMES[state] : "state " + state;
    }
}
