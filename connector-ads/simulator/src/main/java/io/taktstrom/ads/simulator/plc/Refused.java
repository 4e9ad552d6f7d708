package io.taktstrom.ads.simulator.plc;

/** A request that is answered with an error; carries no stack, as it says nothing about the simulator. */
public final class Refused extends Exception {

    private final int code;

    public Refused(int code) {
        super("ADS error 0x" + Integer.toHexString(code), null, false, false);
        this.code = code;
    }

    public int code() {
        return code;
    }
}
