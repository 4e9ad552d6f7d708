package io.taktstrom.ads.simulator.plc;

/** A request that is answered with an error; has no stack trace, as it tells nothing about the simulator. */
public final class Refused extends Exception {

    private final int code;

    public Refused(int code) {
        super("ADS error 0x" + Integer.toHexString(code), null, false, false);
        this.code = code;
    }

    public int code() {
        return code;
    }

    static void when(boolean condition, int error) throws Refused {
        if (condition) {
            throw new Refused(error);
        }
    }
}
