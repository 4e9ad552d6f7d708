package io.taktstrom.ads.simulator;

import java.time.Duration;

import io.taktstrom.ads.simulator.protocol.AmsWire;

/**
 * What a client may ask for.
 *
 * @param frameBytes largest request frame; a larger one ends the connection
 * @param notifications of one connection
 * @param away how long notifications outlive their connection
 */
record Limits(int frameBytes, int notifications, Duration away) {

    static final int DEFAULT_FRAME_BYTES = 1 << 20;
    /** A router sets no limit (Beckhoff/ADS #9; its tests add 1,024 on each of eight ports), but memory ends somewhere. */
    static final int DEFAULT_NOTIFICATIONS = 65_536;

    /** Until its AMS address comes back on another connection. That it survives is TwinCAT's, for how long a choice. */
    static final Duration DEFAULT_AWAY = Duration.ofSeconds(5);

    /** Most data in an answer, unless a table or the memory is larger. */
    static final int ANSWER_BYTES = 4 << 20;

    Limits {
        if (frameBytes < AmsWire.HEADER || frameBytes > 1 << 30 || notifications < 0 || away.isNegative()) {
            throw new IllegalArgumentException(
                    "frames of " + frameBytes + " bytes, " + notifications + " notifications: not possible");
        }
    }
}
