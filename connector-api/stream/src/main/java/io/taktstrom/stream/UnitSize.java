package io.taktstrom.stream;

import java.time.Duration;

/**
 * How many samples the next flush unit may have: more while the receiver is quick to take full ones, so that a slow one never has
 * many seconds' worth that would come again as a whole. For the pipeline's thread. Hot: allocates nothing.
 *
 * <pre>
 *   16,384 --full, in less than 100 ms--&gt; 32,768 --again--&gt; 65,536     and never more than the sink asks for
 *      ^--------- more than a second, or not taken ----------'
 * </pre>
 */
final class UnitSize {

    /** As many as may be copied at once without anybody noticing. */
    static final int FIRST = 16_384;

    private static final long QUICK_NANOS = Duration.ofMillis(100).toNanos();
    private static final long SLOW_NANOS = Duration.ofSeconds(1).toNanos();

    private final int most;
    private int samples;

    /** @param most that the sink and the ring allow */
    UnitSize(int most) {
        this.most = most;
        samples = Math.min(most, FIRST);
    }

    int samples() {
        return samples;
    }

    /** The receiver has acknowledged a unit, so long after it was begun. */
    void acknowledged(int unit, long nanos) {
        if (nanos > SLOW_NANOS) {
            failed();
        } else if (unit == samples && nanos < QUICK_NANOS) {
            samples = Math.min(most, 2 * samples);
        }
    }

    /** The receiver has not taken a unit. */
    void failed() {
        samples = Math.min(most, FIRST);
    }
}
