package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;

/** One value of one type, between OPC UA's encoding and a memory image. Immutable, thread-safe. */
sealed interface Layout permits ScalarLayout, TextLayout, ArrayLayout, EmptyLayout, UnknownLayout, StructLayout {

    /** The type of the memory image. */
    DataType type();

    /** The {@link io.taktstrom.opcua.protocol.Builtin} that a Variant says. */
    int builtin();

    /**
     * Reads a value into a memory image.
     *
     * @return Good, Uncertain for a value that the image can only express nearly, or why the value does not fit
     */
    int read(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException;

    /**
     * Writes the value of a memory image.
     *
     * @throws IllegalArgumentException when OPC UA cannot express it; the message says why
     */
    void write(ByteBuffer image, int offset, WireWriter out);

    /** As {@link #read}, of values side by side, up to the first that does not fit. Hot. */
    default int readMany(WireReader in, ByteBuffer image, int offset, int count) throws MalformedFrameException {
        int stride = type().imageBytes();
        int status = StatusCode.GOOD;
        for (int i = 0; i < count && !StatusCode.isBad(status); i++) {
            status = worse(status, read(in, image, offset + i * stride));
        }
        return status;
    }

    /** As {@link #write}, of values side by side. */
    default void writeMany(ByteBuffer image, int offset, int count, WireWriter out) {
        int stride = type().imageBytes();
        for (int i = 0; i < count; i++) {
            write(image, offset + i * stride, out);
        }
    }

    /** How many elements an array has. Hot: by index, as an iterator would be an object. */
    static int count(List<Integer> lengths) {
        int count = 1;
        for (int i = 0; i < lengths.size(); i++) {
            count *= lengths.get(i);
        }
        return count;
    }

    /** The worse of two statuses. */
    static int worse(int first, int second) {
        return Integer.compareUnsigned(first, second) >= 0 ? first : second;
    }
}
