package io.taktstrom.benchmarks.codec;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.stream.IntStream;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.stream.FixedGroup;

/** One way from bytes to samples, or back. */
@FunctionalInterface
interface Codec {

    /** Does it once; returns something that depends on it. */
    int once() throws MalformedFrameException;

    /** The limit: the same bytes from one buffer into another. */
    static Codec copyOf(int bytes) {
        ByteBuffer from = ByteBuffer.allocate(bytes);
        ByteBuffer to = ByteBuffer.allocate(bytes);
        return () -> {
            to.put(0, from, 0, bytes);
            return to.get(bytes - 1);
        };
    }

    /** Points of one type, all of them Good. */
    static FixedGroup group(int points, DataType type) {
        return new FixedGroup(
                IntStream.range(0, points).mapToObj(i -> DataPoint.of("v" + i)).toList(),
                Collections.nCopies(points, type),
                Collections.nCopies(points, StatusCode.GOOD));
    }
}
