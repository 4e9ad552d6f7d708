package io.taktstrom.deployment;

import io.taktstrom.model.OverflowPolicy;

/**
 * The bounded buffer between a source and its sinks.
 *
 * @param capacity most samples that wait in memory
 * @param onFull what happens to one more
 */
public record RingConfig(int capacity, OverflowPolicy onFull) {

    public static final RingConfig STANDARD = new RingConfig(65_536, OverflowPolicy.DROP_OLDEST);
}
