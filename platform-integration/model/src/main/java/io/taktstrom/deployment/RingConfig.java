package io.taktstrom.deployment;

import io.taktstrom.model.OverflowPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The bounded buffer between a source and its sinks.
 *
 * @param capacity most samples that wait in memory
 * @param onFull what happens to one more
 * @param spill the buffer on disk; null when {@code onFull} is not {@code spill}
 */
public record RingConfig(
        int capacity, OverflowPolicy onFull, @Nullable SpillConfig spill) {

    public static final RingConfig STANDARD = new RingConfig(65_536, OverflowPolicy.DROP_OLDEST);

    public RingConfig {
        if ((onFull == OverflowPolicy.SPILL) != (spill != null)) {
            throw new IllegalArgumentException("a buffer on disk goes with onFull spill, and with nothing else");
        }
    }

    /** In memory only. */
    public RingConfig(int capacity, OverflowPolicy onFull) {
        this(capacity, onFull, null);
    }
}
