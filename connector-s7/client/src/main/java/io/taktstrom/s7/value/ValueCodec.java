package io.taktstrom.s7.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StringType;

/**
 * Turns the bytes of one variable into samples, and samples into bytes. Hot: allocates nothing after construction.
 *
 * <pre>
 *  elementary  wire --------------------> 64 bits
 *  STRING      wire --------------------> UTF-8
 *  composite   wire --> WireForm -------> memory image
 * </pre>
 *
 * <p>Wire buffers are big-endian and have all bytes of the variable; positions are absolute. Whatever the bytes are, a
 * sample comes out of them: what is no value of the type has a Bad status ({@code BAD_DECODING_ERROR}), a composite that
 * has such a part, or a text that is longer than its room, is Uncertain. Not thread-safe: one thread decodes at a time,
 * one encodes.
 */
public final class ValueCodec {

    private final S7Type type;
    private final DataType dataType;
    private final int bit;

    /** For arrays and structures; of one elementary value it is not used. */
    private final WireForm form;

    private final ByteBuffer image;

    /**
     * @param type of the variable
     * @param bit where in its first byte a {@code BOOL}, or an array of one dimension of them, starts; otherwise 0
     */
    public ValueCodec(S7Type type, int bit) {
        this.type = type;
        this.bit = bit;
        dataType = type.dataType();
        boolean shifted = bit > 0 && type instanceof S7Array;
        form = shifted ? new WireForm.Bits(((S7Array) type).count(), 0, 1, bit) : WireForm.of(type);
        boolean composite = !(type instanceof S7Scalar) && !(type instanceof S7String);
        image = ByteBuffer.allocate(composite ? dataType.imageBytes() : 0).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** What the samples are. */
    public DataType dataType() {
        return dataType;
    }

    /**
     * Adds one sample.
     *
     * @param status of the sample if its bytes are a value
     */
    public void decode(SampleBatch batch, int point, long sourceTime, int status, ByteBuffer wire, int at) {
        if (type instanceof S7Scalar scalar) {
            long bits = scalar == S7Scalar.BOOL ? (wire.get(at) >> bit) & 1 : WireScalar.bits(scalar, wire, at);
            if (bits == S7Scalar.INVALID && WireScalar.mayBeInvalid(scalar)) {
                batch.addBad(point, sourceTime, StatusCode.BAD_DECODING_ERROR);
            } else {
                batch.add(point, sourceTime, status, bits);
            }
        } else if (type instanceof S7String string) {
            int length = WireText.length(string, wire, at);
            int units = WireText.usable(string, length);
            int textStatus = WireText.status(string, wire, at, length);
            // The batch reads code units in the order of the buffer: here big-endian, as an S7 WSTRING is.
            batch.addString(
                    point,
                    sourceTime,
                    status | textStatus,
                    (StringType) dataType,
                    wire,
                    at + string.headerBytes(),
                    units * string.unitBytes());
        } else {
            int partStatus = form.toImage(wire, at, image, 0);
            batch.addBytes(point, sourceTime, status | partStatus, image, 0, image.capacity());
        }
    }

    /**
     * Writes sample {@code i} as the CPU stores it. Of the bits of a byte only those of the variable change.
     *
     * @return Good, or why the CPU's type cannot hold the value; then the buffer may have part of it
     */
    public int encode(SampleBatch batch, int i, ByteBuffer wire, int at) {
        if (type instanceof S7Scalar scalar) {
            if (scalar != S7Scalar.BOOL) {
                return WireScalar.put(scalar, batch.longAt(i), wire, at);
            }
            int mask = 1 << bit;
            wire.put(at, (byte) (batch.longAt(i) == 0 ? wire.get(at) & ~mask : wire.get(at) | mask));
            return StatusCode.GOOD;
        }
        if (type instanceof S7String string) {
            return WireText.put(string, batch.arena(), batch.arenaOffsetAt(i), batch.lengthAt(i), wire, at);
        }
        if (batch.lengthAt(i) != image.capacity()) {
            return StatusCode.BAD_TYPE_MISMATCH;
        }
        return form.toWire(batch.arena(), batch.arenaOffsetAt(i), wire, at);
    }

    /**
     * How many bytes at the start a write must leave out: the maximum length of a string, which is the CPU's and may
     * differ from what the address says.
     */
    public int keptBytes() {
        return type instanceof S7String string ? string.unitBytes() : 0;
    }

    /** How many bytes {@link #encode} has written, those to leave out included: of a string its lengths and its text. */
    public int encodedBytes(ByteBuffer wire, int at) {
        return type instanceof S7String string
                ? string.headerBytes() + WireText.length(string, wire, at) * string.unitBytes()
                : type.wireBytes();
    }

    /** How many bits this is; 0 when it is no {@code BOOL} and no array of them. A write of bits goes bit by bit. */
    public int bitCount() {
        if (type == S7Scalar.BOOL) {
            return 1;
        }
        return type instanceof S7Array array && array.isBits() ? array.count() : 0;
    }

    /** Where bit {@code n} lies, in bits from the first byte of the variable. */
    public int bitOffset(int n) {
        if (type instanceof S7Array array) {
            return bit + n / array.rowCount() * array.rowBytes() * 8 + n % array.rowCount();
        }
        return bit;
    }

    /** Bit {@code n} of sample {@code i}, 0 or 1. */
    public int bitAt(SampleBatch batch, int i, int n) {
        boolean set =
                type == S7Scalar.BOOL ? batch.longAt(i) != 0 : batch.arena().get(batch.arenaOffsetAt(i) + n) != 0;
        return set ? 1 : 0;
    }
}
