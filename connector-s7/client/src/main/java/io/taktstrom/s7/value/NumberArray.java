package io.taktstrom.s7.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;

/**
 * Numbers side by side that the CPU and the image have in the same form but for the order of their bytes: a block of bytes is
 * copied at once, not one by one. Hot: allocates nothing.
 */
record NumberArray(int count, int width) implements WireForm {

    /** Whether an array of this type is such numbers. */
    static boolean are(S7Type element) {
        return element instanceof S7Scalar scalar
                && switch (scalar) {
                    case BYTE,
                            WORD,
                            DWORD,
                            LWORD,
                            SINT,
                            USINT,
                            INT,
                            UINT,
                            DINT,
                            UDINT,
                            LINT,
                            ULINT,
                            REAL,
                            LREAL,
                            CHAR,
                            WCHAR -> true;
                    default -> false;
                };
    }

    @Override
    public int toImage(ByteBuffer wire, int at, ByteBuffer image, int imageAt) {
        return copy(wire, at, image, imageAt);
    }

    @Override
    public int toWire(ByteBuffer image, int imageAt, ByteBuffer wire, int at) {
        return copy(image, imageAt, wire, at);
    }

    /** Each buffer has its own order. */
    private int copy(ByteBuffer from, int fromAt, ByteBuffer to, int toAt) {
        switch (width) {
            case Byte.BYTES -> to.put(toAt, from, fromAt, count);
            case Short.BYTES -> {
                for (int i = 0; i < count; i++) {
                    to.putShort(toAt + i * Short.BYTES, from.getShort(fromAt + i * Short.BYTES));
                }
            }
            case Integer.BYTES -> {
                for (int i = 0; i < count; i++) {
                    to.putInt(toAt + i * Integer.BYTES, from.getInt(fromAt + i * Integer.BYTES));
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    to.putLong(toAt + i * Long.BYTES, from.getLong(fromAt + i * Long.BYTES));
                }
            }
        }
        return StatusCode.GOOD;
    }
}
