package io.taktstrom.spi;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;

/** A method of an object on a device. Belongs to the connection that found it, and needs no closing. Thread-safe. */
public interface DeviceMethod {

    /** What it takes: a point for each argument, with its name and type. */
    PointGroup inputs();

    /** As people write it: {@code Start(speed: DINT, mode: STRING(255)) -> (accepted: BOOL)}. */
    String signature();

    /**
     * Calls it once and waits for its end.
     *
     * @param inputs one sample for each of its {@linkplain #inputs inputs}
     * @return one sample for each value that it gives, what it returns before its other outputs; the batch is the caller's
     * @throws InvalidRequestException when arguments are missing or do not fit; then nothing was called
     * @throws DeviceErrorException when the device refuses the call, or the method fails
     * @throws RequestTimeoutException when it did not end in time: it is unknown whether it ran. It is not called again
     */
    SampleBatch call(SampleBatch inputs) throws ConnectorException;
}
