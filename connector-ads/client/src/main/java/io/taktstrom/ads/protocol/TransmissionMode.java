package io.taktstrom.ads.protocol;

/** When a server sends a notification: 4 bytes (InfoSys "ADSTRANSMODE"). */
public final class TransmissionMode {

    public static final int NONE = 0;
    public static final int CLIENT_CYCLE = 1;
    public static final int CLIENT_ON_CHANGE = 2;
    /** The server sends the value every cycle time. */
    public static final int CYCLIC = 3;
    /** The server looks every cycle time and sends the value if it has changed. */
    public static final int ON_CHANGE = 4;
    /** Like {@link #CYCLIC}, in the task whose id stands in place of the cycle time. */
    public static final int CYCLIC_IN_CONTEXT = 5;
    /** Like {@link #ON_CHANGE}, in the task whose id stands in place of the cycle time. */
    public static final int ON_CHANGE_IN_CONTEXT = 6;

    private TransmissionMode() {}
}
