package io.taktstrom.ads.simulator;

/** A request that is answered with an error; carries no stack, as it says nothing about the simulator. */
final class Refused extends Exception {

    private final int code;

    Refused(int code) {
        super("ADS error 0x" + Integer.toHexString(code), null, false, false);
        this.code = code;
    }

    int code() {
        return code;
    }
}
