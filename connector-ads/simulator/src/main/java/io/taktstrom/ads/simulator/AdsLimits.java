package io.taktstrom.ads.simulator;

import java.time.Duration;

import io.taktstrom.ads.protocol.AmsHeader;

/**
 * What a client may ask for.
 *
 * @param frameBytes largest request frame; a larger one closes the connection
 * @param notifications of one connection
 * @param away how long notifications outlive their connection
 */
record AdsLimits(int frameBytes, int notifications, Duration away) {

    /**
     * A router sets no limit of notifications (Beckhoff/ADS #9; its tests add 1,024 on each of eight ports), but memory ends
     * somewhere. That notifications survive until their AMS address connects again is TwinCAT's, for how long a choice.
     */
    static final AdsLimits DEFAULT = new AdsLimits(1 << 20, 65_536, Duration.ofSeconds(5));

    AdsLimits {
        if (frameBytes < AmsHeader.BYTES || frameBytes > 1 << 30 || notifications < 0 || away.isNegative()) {
            throw new IllegalArgumentException(
                    "frames of " + frameBytes + " bytes, " + notifications + " notifications: not possible");
        }
    }
}
