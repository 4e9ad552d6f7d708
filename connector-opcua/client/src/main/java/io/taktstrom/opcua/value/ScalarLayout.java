package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.UaTime;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** Numbers, booleans, times and enumerations: what a sample holds in 64 bits. */
record ScalarLayout(int builtin, ScalarType scalar, DataType type) implements Layout {

    /** The layout of a built-in type; null for one that is not a scalar. */
    static @Nullable ScalarLayout of(int builtin) {
        ScalarType scalar = switch (builtin) {
            case Builtin.BOOLEAN -> ScalarType.BOOL;
            case Builtin.SBYTE -> ScalarType.SINT;
            case Builtin.BYTE -> ScalarType.USINT;
            case Builtin.INT16 -> ScalarType.INT;
            case Builtin.UINT16 -> ScalarType.UINT;
            case Builtin.INT32 -> ScalarType.DINT;
            case Builtin.UINT32 -> ScalarType.UDINT;
            case Builtin.INT64 -> ScalarType.LINT;
            case Builtin.UINT64 -> ScalarType.ULINT;
            case Builtin.FLOAT -> ScalarType.REAL;
            case Builtin.DOUBLE -> ScalarType.LREAL;
            case Builtin.DATE_TIME -> ScalarType.LDT;
            case Builtin.STATUS_CODE -> ScalarType.DWORD;
            default -> null;
        };
        return scalar == null ? null : new ScalarLayout(builtin, scalar, scalar);
    }

    /** The bytes of a ByteString, which an array of them looks like. */
    static ScalarLayout ofByteString() {
        return new ScalarLayout(Builtin.BYTE_STRING, ScalarType.BYTE, ScalarType.BYTE);
    }

    boolean isByteString() {
        return builtin == Builtin.BYTE_STRING;
    }

    /** An enumeration travels as Int32. */
    static ScalarLayout of(EnumType type) {
        return new ScalarLayout(Builtin.INT32, ScalarType.DINT, type);
    }

    /** Whether the bytes on the wire are those of the memory image. */
    boolean isImage() {
        return builtin != Builtin.DATE_TIME && builtin != Builtin.BOOLEAN;
    }

    /** The 64 bits of the value at a place that is known to hold it. */
    long bits(ByteBuffer wire, int at) {
        return builtin == Builtin.DATE_TIME ? UaTime.toEpochNanos(wire.getLong(at)) : scalar.bits(wire, at);
    }

    /** Whether {@link #bits} tell the value exactly. */
    int status(ByteBuffer wire, int at) {
        return builtin == Builtin.DATE_TIME && !UaTime.isInRange(wire.getLong(at))
                ? StatusCode.UNCERTAIN
                : StatusCode.GOOD;
    }

    @Override
    public int read(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException {
        int at = in.position();
        in.skip(scalar.imageBytes());
        scalar.putBits(image, offset, bits(in.buffer(), at));
        return status(in.buffer(), at);
    }

    @Override
    public int readMany(WireReader in, ByteBuffer image, int offset, int count) throws MalformedFrameException {
        if (!isImage()) {
            return Layout.super.readMany(in, image, offset, count);
        }
        int at = in.position();
        in.skip(count * scalar.imageBytes());
        image.put(offset, in.buffer(), at, in.position() - at);
        return StatusCode.GOOD;
    }

    @Override
    public void write(ByteBuffer image, int offset, WireWriter out) {
        if (builtin != Builtin.DATE_TIME) {
            out.bytes(image, offset, scalar.imageBytes());
            return;
        }
        long nanos = image.getLong(offset);
        if (!UaTime.isWhole(nanos)) {
            throw new IllegalArgumentException("a DateTime has steps of 100 ns, and this time is finer");
        }
        out.i64(UaTime.toTicks(nanos));
    }
}
