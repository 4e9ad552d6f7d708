package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectorProvider;

/** A device with a variable that counts. One serves many rounds. */
interface CountingDevice extends AutoCloseable {

    /** What may be missing of the numbers that a device has counted. */
    enum Promise {
        /** Nothing without the mark Overflow, also through an outage. */
        BRIDGES,
        /** Nothing without the mark Overflow or a Bad status: an outage loses what the device pushes meanwhile. */
        PUSHES,
        /** Numbers between two polls; but what is read comes in order, and is accounted for. */
        POLLS
    }

    ConnectorProvider provider();

    InetSocketAddress address();

    /** The device behind a proxy. */
    Endpoint endpointThrough(InetSocketAddress proxy);

    DataPoint counter();

    Promise promise();

    /** How the counter is sampled. */
    default ScanClass scan() {
        return new ScanClass("counted", ScanClass.Mode.NOTIFY, Duration.ZERO, Duration.ofMillis(10));
    }

    /** Counts on by one, unless the device counts by itself. */
    void step() throws IOException;

    /** The device is killed and begins again; the counter goes on, or begins again, too. */
    void restart() throws IOException;

    @Override
    void close() throws IOException;
}
