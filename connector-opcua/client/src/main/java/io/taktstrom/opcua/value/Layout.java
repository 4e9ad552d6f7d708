package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;

import io.taktstrom.model.DataType;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;

/** One value of one type, between OPC UA's encoding and a memory image. Immutable, thread-safe. */
abstract sealed class Layout
        permits ScalarLayout, TextLayout, BytesLayout, ArrayLayout, EmptyLayout, UnknownLayout, StructLayout {

    /** The type of the memory image. */
    abstract DataType type();

    /** The {@link io.taktstrom.opcua.protocol.Builtin} that a Variant says. */
    abstract int builtin();

    /**
     * Reads a value into a memory image.
     *
     * @return Good, Uncertain for a value that the image can only express nearly, or why the value does not fit
     */
    abstract int read(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException;

    /**
     * Writes the value of a memory image.
     *
     * @throws IllegalArgumentException when OPC UA cannot express it; the message says why
     */
    abstract void write(ByteBuffer image, int offset, WireWriter out);

    /** The worse of two statuses. */
    static int worse(int first, int second) {
        return Integer.compareUnsigned(first, second) >= 0 ? first : second;
    }
}
