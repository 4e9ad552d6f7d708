package io.taktstrom.ads.simulator.model;

/**
 * Notifications as fast as the connection takes them, for benchmarks: each sample is the next number, from 0.
 *
 * @param samplesPerSecond 0 for no limit
 * @param samplesPerFrame how many share one frame
 * @param total how many in all, then none; 0 for no end
 */
public record Burst(long samplesPerSecond, int samplesPerFrame, long total) {

    /**
     * Index group of the burst, which TwinCAT does not have: a notification on it, of 4 or 8 bytes, gets the numbers 0, 1, 2
     * ... as fast as possible. Each sample is one number, whatever its transmission mode.
     *
     * <p>A cycle time other than 0 is the time of one sample and overrides the model's rate; an index offset other than
     * 0 is the number of samples in one frame. Read, it gives the number to be sent next, 8 bytes.
     */
    public static final int GROUP = 0x8000_B000;

    /** The burst as a symbol, a UDINT, so that clients find it by name. */
    public static final String SYMBOL = "Simulator.burst";

    /** Most samples of a frame. */
    public static final int MAX_SAMPLES_PER_FRAME = 4096;

    private static final long TICKS_PER_SECOND = 10_000_000;

    public Burst {
        if (samplesPerSecond < 0 || total < 0 || samplesPerFrame < 1 || samplesPerFrame > MAX_SAMPLES_PER_FRAME) {
            throw new IllegalArgumentException("burst of " + samplesPerSecond + " samples/s, " + samplesPerFrame
                    + " per frame, " + total + " in all: the frame takes 1 to " + MAX_SAMPLES_PER_FRAME
                    + ", nothing may be negative");
        }
    }

    /**
     * The burst at the rate that a client asks for.
     *
     * @param sampleTicks time of one sample in 100 ns, 0 for this burst's own
     */
    public Burst withSampleTicks(long sampleTicks) {
        return sampleTicks == 0 ? this : new Burst(Math.max(1, TICKS_PER_SECOND / sampleTicks), samplesPerFrame, total);
    }
}
