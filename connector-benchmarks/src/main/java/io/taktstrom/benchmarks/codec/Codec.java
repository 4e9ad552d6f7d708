package io.taktstrom.benchmarks.codec;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

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
}
