package io.taktstrom.spi;

import io.taktstrom.data.PointGroup;

/** Samples that a device pushes. Ends with its connection. Thread-safe. */
public interface Subscription extends AutoCloseable {

    PointGroup group();

    /** What the device really does, which may differ from what was wanted. */
    SubscriptionSettings revised();

    /**
     * Good when the device pushes this point, {@code Good_Overload} when it is polled because the device cannot push as many,
     * otherwise why there are no samples.
     */
    int statusAt(int point);

    /** Tells the device to stop. After it returns the sink is not called again. Idempotent. */
    @Override
    void close();
}
