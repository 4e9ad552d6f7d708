package io.taktstrom.ads.simulator.model;

/**
 * Notifications as fast as the connection takes them, for benchmarks: each sample is the next number, from 0.
 *
 * @param samplesPerSecond 0 for no limit
 * @param samplesPerFrame how many share one frame
 * @param total how many in all, then none; 0 for no end
 */
public record Burst(long samplesPerSecond, int samplesPerFrame, long total) {

    /** Index group of the burst; see {@code SimulatorExtension}. */
    public static final int GROUP = 0x8000_B000;

    /** The burst as a symbol, a UDINT, so that clients find it by name. */
    public static final String SYMBOL = "Simulator.burst";

    /** Most samples of a frame. */
    public static final int MAX_SAMPLES_PER_FRAME = 4096;

    public Burst {
        if (samplesPerSecond < 0 || total < 0 || samplesPerFrame < 1 || samplesPerFrame > MAX_SAMPLES_PER_FRAME) {
            throw new IllegalArgumentException("burst of " + samplesPerSecond + " samples/s, " + samplesPerFrame
                    + " per frame, " + total + " in all: the frame takes 1 to " + MAX_SAMPLES_PER_FRAME
                    + ", nothing may be negative");
        }
    }
}
