package io.taktstrom.model;

import java.time.Duration;

/**
 * How a set of points is sampled.
 *
 * @param name unique in a deployment
 * @param mode who keeps the time
 * @param cycle how often the value is looked at
 * @param maxDelay how long the device may gather samples before it sends them; zero for at once
 */
public record ScanClass(String name, Mode mode, Duration cycle, Duration maxDelay) {

    /** Who keeps the time, and what is sent. */
    public enum Mode {
        /** The device checks each cycle and sends changes. */
        NOTIFY,
        /** The device sends the value each cycle, changed or not. */
        NOTIFY_CYCLIC,
        /** We read each cycle. */
        POLL,
        /** We read each cycle, and pass on what differs from the read before. */
        POLL_CHANGES,
        /** The device gathers samples in a ring; we read it each cycle, and miss none. */
        BLOCK;

        /** Whether we read, whatever the device can push. */
        public boolean isPolled() {
            return this == POLL || this == POLL_CHANGES || this == BLOCK;
        }

        /** Whether only what changes is wanted. */
        public boolean isOnChange() {
            return this == NOTIFY || this == POLL_CHANGES;
        }
    }

    public ScanClass {
        if (cycle.isNegative() || maxDelay.isNegative()) {
            throw new IllegalArgumentException("scan class " + name + ": cycle and maxDelay must not be negative");
        }
        if (mode.isPolled() && cycle.isZero()) {
            throw new IllegalArgumentException("scan class " + name + ": reading needs a cycle");
        }
    }
}
