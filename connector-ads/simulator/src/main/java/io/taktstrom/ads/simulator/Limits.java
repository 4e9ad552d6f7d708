package io.taktstrom.ads.simulator;

/**
 * What a client may ask for.
 *
 * @param frameBytes largest request frame; a larger one ends the connection
 * @param notifications of one connection
 */
record Limits(int frameBytes, int notifications) {

    static final int DEFAULT_FRAME_BYTES = 1 << 20;
    /** What TwinCAT's own client library allows (InfoSys "AdsSyncAddDeviceNotificationReq"). */
    static final int DEFAULT_NOTIFICATIONS = 550;

    /** Most data in an answer, unless a table or the memory is larger. */
    static final int ANSWER_BYTES = 4 << 20;
    /** Ten times what Beckhoff advises. */
    static final int SUM_ITEMS = 5000;
    /** Variable handles of all clients together. */
    static final int HANDLES = 100_000;
    /** At the same time. */
    static final int CONNECTIONS = 256;

    Limits {
        if (frameBytes < AmsWire.HEADER || frameBytes > 1 << 30 || notifications < 0) {
            throw new IllegalArgumentException(
                    "frames of " + frameBytes + " bytes, " + notifications + " notifications: not possible");
        }
    }
}
