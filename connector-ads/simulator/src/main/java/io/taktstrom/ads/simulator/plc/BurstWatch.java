package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.simulator.model.Burst;

/** Marks a notification as a burst, which a thread of its own serves and no task cycle. */
public final class BurstWatch implements Watch {

    private static final long TICKS_PER_SECOND = 10_000_000;

    private final Burst burst;
    private final int bytes;

    /** @param samplesPerFrame 0 for the burst's own */
    BurstWatch(Burst burst, int samplesPerFrame, int bytes) throws Refused {
        boolean fits = samplesPerFrame >= 0 && samplesPerFrame <= Burst.MAX_SAMPLES_PER_FRAME;
        if (!fits || (bytes != 4 && bytes != 8)) {
            throw new Refused(fits ? AdsErrorCode.INVALID_SIZE : AdsErrorCode.INVALID_INDEX_OFFSET);
        }
        this.burst = samplesPerFrame == 0 ? burst : new Burst(burst.samplesPerSecond(), samplesPerFrame, burst.total());
        this.bytes = bytes;
    }

    /**
     * The burst at the rate that a client asks for.
     *
     * @param sampleTicks time of one sample in 100 ns, 0 for the burst's own
     */
    public Burst burst(long sampleTicks) {
        return sampleTicks == 0
                ? burst
                : new Burst(Math.max(1, TICKS_PER_SECOND / sampleTicks), burst.samplesPerFrame(), burst.total());
    }

    @Override
    public int bytes() {
        return bytes;
    }

    @Override
    public boolean sample(ByteBuffer out, int at) {
        return false;
    }
}
