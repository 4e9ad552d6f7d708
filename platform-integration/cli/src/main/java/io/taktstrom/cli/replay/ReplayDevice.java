package io.taktstrom.cli.replay;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/** A simulated device that shows the points of a record, by their place in the model. One thread. */
public interface ReplayDevice extends AutoCloseable {

    /** Where clients find it. */
    String endpointUri();

    /** Of a point, as clients of this device write it. */
    String address(int point);

    /** The shortest useful time between two looks at a point, in nanoseconds: how often it can have another value. */
    default long stepNanos() {
        return 1_000_000;
    }

    /** Whether a client is connected. */
    boolean hasClient();

    /** Lets the device live up to a moment of the record, epoch nanoseconds. */
    default void moveTo(long time) {}

    /**
     * Has a point show a sample.
     *
     * @param value null for none
     * @return false when this kind of device has nothing to show of it
     * @throws IllegalArgumentException when the value does not fit the point
     */
    boolean show(int point, @Nullable Object value, int status, long time);

    /** Takes the device from the network, or back. */
    default void setReachable(boolean on) throws IOException {}

    /** Samples that its clients were too slow for. */
    default long dropped() {
        return 0;
    }

    @Override
    void close();
}
