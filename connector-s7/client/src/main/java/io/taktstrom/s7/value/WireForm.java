package io.taktstrom.s7.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;

/**
 * How a part of an array or structure lies on the wire and in a memory image. Built once per point; hot: allocates
 * nothing. The wire is big-endian, the image little-endian.
 */
sealed interface WireForm
        permits NumberArray, WireForm.Scalar, WireForm.Bits, WireForm.Chars, WireForm.Row, WireForm.Fields {

    /**
     * Copies a value into an image.
     *
     * @return Good, or Uncertain when the bytes are no value of the type; then the image has zeros for it
     */
    int toImage(ByteBuffer wire, int at, ByteBuffer image, int imageAt);

    /**
     * Copies a value out of an image.
     *
     * @return Good, or Bad when the CPU's type cannot hold it
     */
    int toWire(ByteBuffer image, int imageAt, ByteBuffer wire, int at);

    /** The form of a type. */
    static WireForm of(S7Type type) {
        if (type instanceof S7Array array && NumberArray.are(array.element())) {
            return new NumberArray(array.count(), array.element().wireBytes());
        }
        if (type instanceof S7Array array) {
            return array.isBits()
                    ? new Bits(array.rowCount(), array.rowBytes(), array.count() / array.rowCount(), 0)
                    : new Row(
                            of(array.element()),
                            array.count(),
                            array.stride(),
                            array.element().dataType().imageBytes());
        }
        if (type instanceof S7Struct struct) {
            return Fields.of(struct);
        }
        return type instanceof S7String string ? new Chars(string) : new Scalar((S7Scalar) type, 0);
    }

    /** One elementary value. */
    record Scalar(S7Scalar type, int bit) implements WireForm {

        @Override
        public int toImage(ByteBuffer wire, int at, ByteBuffer image, int imageAt) {
            long bits = type == S7Scalar.BOOL ? (wire.get(at) >> bit) & 1 : WireScalar.bits(type, wire, at);
            boolean invalid = bits == S7Scalar.INVALID && WireScalar.mayBeInvalid(type);
            ScalarType imageType = type.dataType();
            imageType.putBits(image, imageAt, invalid ? 0 : bits);
            return invalid ? StatusCode.UNCERTAIN : StatusCode.GOOD;
        }

        @Override
        public int toWire(ByteBuffer image, int imageAt, ByteBuffer wire, int at) {
            long bits = type.dataType().bits(image, imageAt);
            if (type == S7Scalar.BOOL) {
                int mask = 1 << bit;
                wire.put(at, (byte) (bits == 0 ? wire.get(at) & ~mask : wire.get(at) | mask));
                return StatusCode.GOOD;
            }
            return WireScalar.put(type, bits, wire, at);
        }
    }

    /** Rows of bits, a byte each in the image. */
    record Bits(int rowCount, int rowBytes, int rows, int firstBit) implements WireForm {

        @Override
        public int toImage(ByteBuffer wire, int at, ByteBuffer image, int imageAt) {
            for (int row = 0, to = imageAt; row < rows; row++) {
                for (int i = 0; i < rowCount; i++) {
                    int bit = firstBit + i;
                    image.put(to++, (byte) ((wire.get(at + row * rowBytes + (bit >> 3)) >> (bit & 7)) & 1));
                }
            }
            return StatusCode.GOOD;
        }

        @Override
        public int toWire(ByteBuffer image, int imageAt, ByteBuffer wire, int at) {
            for (int row = 0, from = imageAt; row < rows; row++) {
                for (int i = 0; i < rowCount; i++) {
                    int bit = firstBit + i;
                    int byteAt = at + row * rowBytes + (bit >> 3);
                    int mask = 1 << (bit & 7);
                    boolean set = image.get(from++) != 0;
                    wire.put(byteAt, (byte) (set ? wire.get(byteAt) | mask : wire.get(byteAt) & ~mask));
                }
            }
            return StatusCode.GOOD;
        }
    }

    /** A string: with its lengths on the wire, zero-terminated in the image, in the same encoding. */
    record Chars(S7String type) implements WireForm {

        @Override
        public int toImage(ByteBuffer wire, int at, ByteBuffer image, int imageAt) {
            int length = WireText.length(type, wire, at);
            int units = WireText.usable(type, length);
            int from = at + type.headerBytes();
            for (int i = 0; i <= type.length(); i++) {
                if (type.wide()) {
                    image.putShort(imageAt + 2 * i, i < units ? wire.getShort(from + 2 * i) : 0);
                } else {
                    image.put(imageAt + i, i < units ? wire.get(from + i) : 0);
                }
            }
            return WireText.status(type, wire, at, length);
        }

        @Override
        public int toWire(ByteBuffer image, int imageAt, ByteBuffer wire, int at) {
            int to = at + type.headerBytes();
            int units = 0;
            while (units < type.length() && unit(image, imageAt, units) != 0) {
                units++;
            }
            for (int i = 0; i < type.length(); i++) {
                int unit = i < units ? unit(image, imageAt, i) : 0;
                if (type.wide()) {
                    wire.putShort(to + 2 * i, (short) unit);
                } else {
                    wire.put(to + i, (byte) unit);
                }
            }
            WireText.putHeader(type, units, wire, at);
            return StatusCode.GOOD;
        }

        private int unit(ByteBuffer image, int imageAt, int i) {
            return type.wide() ? image.getShort(imageAt + 2 * i) : image.get(imageAt + i);
        }
    }

    /** Elements of an array, side by side; several dimensions are one long row, as only rows of bits have gaps. */
    record Row(WireForm element, int count, int stride, int imageStride) implements WireForm {

        @Override
        public int toImage(ByteBuffer wire, int at, ByteBuffer image, int imageAt) {
            int status = StatusCode.GOOD;
            for (int i = 0; i < count; i++) {
                status |= element.toImage(wire, at + i * stride, image, imageAt + i * imageStride);
            }
            return status;
        }

        @Override
        public int toWire(ByteBuffer image, int imageAt, ByteBuffer wire, int at) {
            int status = StatusCode.GOOD;
            for (int i = 0; i < count && status == StatusCode.GOOD; i++) {
                status = element.toWire(image, imageAt + i * imageStride, wire, at + i * stride);
            }
            return status;
        }
    }

    /** Fields of a structure. */
    final class Fields implements WireForm {

        private final WireForm[] forms;
        private final int[] offsets;
        private final int[] imageOffsets;

        private Fields(int count) {
            forms = new WireForm[count];
            offsets = new int[count];
            imageOffsets = new int[count];
        }

        static Fields of(S7Struct struct) {
            Fields fields = new Fields(struct.fields().size());
            int imageOffset = 0;
            for (int i = 0; i < fields.forms.length; i++) {
                S7Struct.Field field = struct.fields().get(i);
                fields.forms[i] = field.type() == S7Scalar.BOOL
                        ? new Scalar(S7Scalar.BOOL, field.bit())
                        : WireForm.of(field.type());
                fields.offsets[i] = field.offset();
                fields.imageOffsets[i] = imageOffset;
                imageOffset += field.type().dataType().imageBytes();
            }
            return fields;
        }

        @Override
        public int toImage(ByteBuffer wire, int at, ByteBuffer image, int imageAt) {
            int status = StatusCode.GOOD;
            for (int i = 0; i < forms.length; i++) {
                status |= forms[i].toImage(wire, at + offsets[i], image, imageAt + imageOffsets[i]);
            }
            return status;
        }

        @Override
        public int toWire(ByteBuffer image, int imageAt, ByteBuffer wire, int at) {
            int status = StatusCode.GOOD;
            for (int i = 0; i < forms.length && status == StatusCode.GOOD; i++) {
                status = forms[i].toWire(image, imageAt + imageOffsets[i], wire, at + offsets[i]);
            }
            return status;
        }
    }
}
