package io.taktstrom.ads.protocol;

/** Well-known AMS ports (InfoSys "ADS device identification"). */
public final class AmsPort {

    public static final int LOGGER = 100;
    public static final int EVENT_LOG = 110;
    public static final int IO = 300;
    public static final int NC = 500;
    /** First PLC runtime of TwinCAT 2; the next are 811, 821, 831. */
    public static final int PLC_TC2 = 801;
    /** First PLC runtime of TwinCAT 3; the next are 852, 853 and so on. */
    public static final int PLC_TC3 = 851;

    public static final int SYSTEM_SERVICE = 10_000;

    private AmsPort() {}
}
