package io.taktstrom.spi;

import java.time.Duration;

/**
 * How a device should push samples.
 *
 * @param trigger what makes it send one
 * @param cycle how often it looks at the value; zero for as often as it can
 * @param maxDelay how long it may gather samples before it sends them; zero for at once
 */
public record SubscriptionSettings(Trigger trigger, Duration cycle, Duration maxDelay) {

    /** What makes a device send a sample. */
    public enum Trigger {
        /** The value is not what it was a cycle ago. */
        ON_CHANGE,
        /** Each cycle. */
        CYCLIC
    }

    public SubscriptionSettings {
        if (cycle.isNegative() || maxDelay.isNegative()) {
            throw new IllegalArgumentException(
                    "cycle " + cycle + " and maxDelay " + maxDelay + " must not be negative");
        }
    }

    public static SubscriptionSettings onChange(Duration cycle) {
        return new SubscriptionSettings(Trigger.ON_CHANGE, cycle, Duration.ZERO);
    }

    public static SubscriptionSettings cyclic(Duration cycle) {
        return new SubscriptionSettings(Trigger.CYCLIC, cycle, Duration.ZERO);
    }
}
