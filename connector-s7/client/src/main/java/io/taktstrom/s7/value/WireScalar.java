package io.taktstrom.s7.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;
import static io.taktstrom.data.EpochNanoClock.NANOS_PER_SECOND;

/**
 * One value of an elementary type: bytes of the CPU to the 64 bits of a sample, and back. Hot: allocates nothing.
 *
 * <p>Buffers are big-endian; the bytes are there.
 */
final class WireScalar {

    private static final long NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;

    /** 1990-01-01, where a DATE starts, in days since 1970. */
    private static final long DAYS_TO_1990 = 7305;

    private WireScalar() {}

    /** Whether a CPU may hold bytes that are no value of the type. */
    static boolean mayBeInvalid(S7Scalar type) {
        return switch (type) {
            case S5TIME, TIMER, COUNTER, TOD, LTOD, DATE_AND_TIME, DTL -> true;
            default -> false;
        };
    }

    /** The value's bits; {@link S7Scalar#INVALID} only of a type that {@link #mayBeInvalid}. */
    static long bits(S7Scalar type, ByteBuffer wire, int at) {
        return switch (type) {
            case BOOL -> wire.get(at) & 1;
            case BYTE, USINT, CHAR -> wire.get(at) & 0xFFL;
            case SINT -> wire.get(at);
            case WORD, UINT, WCHAR -> wire.getShort(at) & 0xFFFFL;
            case INT -> wire.getShort(at);
            case DINT -> wire.getInt(at);
            case DWORD, UDINT -> wire.getInt(at) & 0xFFFF_FFFFL;
            case LWORD, LINT, ULINT, LREAL, LTIME, LDT -> wire.getLong(at);
            case REAL -> Double.doubleToRawLongBits(wire.getFloat(at));
            case S5TIME, TIMER -> Bcd.s5Time(wire.getShort(at));
            case TIME -> wire.getInt(at) * NANOS_PER_MILLI;
            case DATE -> (DAYS_TO_1990 + (wire.getShort(at) & 0xFFFFL)) * NANOS_PER_DAY;
            case TOD -> timeOfDay((wire.getInt(at) & 0xFFFF_FFFFL) * NANOS_PER_MILLI);
            case LTOD -> timeOfDay(wire.getLong(at));
            case DATE_AND_TIME -> DateAndTime.bits(wire, at);
            case DTL -> Dtl.bits(wire, at);
            case COUNTER -> Bcd.counter(wire.getShort(at));
        };
    }

    private static long timeOfDay(long nanos) {
        return nanos < 0 || nanos >= NANOS_PER_DAY ? S7Scalar.INVALID : nanos;
    }

    /**
     * Writes a value.
     *
     * @return Good, or that the CPU's type cannot hold it; then nothing is written
     */
    static int put(S7Scalar type, long bits, ByteBuffer wire, int at) {
        switch (type) {
            case BOOL, BYTE, USINT, CHAR, SINT, WORD, UINT, WCHAR, INT, DINT, DWORD, UDINT -> {
                return putInteger(type, bits, wire, at);
            }
            case LWORD, LINT, ULINT, LREAL, LTIME, LDT -> wire.putLong(at, bits);
            case REAL -> {
                if (!type.dataType().holds(bits)) {
                    return StatusCode.BAD_OUT_OF_RANGE;
                }
                wire.putFloat(at, (float) Double.longBitsToDouble(bits));
            }
            case TIME -> {
                long millis = bits / NANOS_PER_MILLI;
                if (bits % NANOS_PER_MILLI != 0 || millis != (int) millis) {
                    return StatusCode.BAD_OUT_OF_RANGE;
                }
                wire.putInt(at, (int) millis);
            }
            case TOD, LTOD -> {
                return putTimeOfDay(type, bits, wire, at);
            }
            case DATE -> {
                long days = bits / NANOS_PER_DAY - DAYS_TO_1990;
                if (bits % NANOS_PER_DAY != 0 || days < 0 || days > 0xFFFF) {
                    return StatusCode.BAD_OUT_OF_RANGE;
                }
                wire.putShort(at, (short) days);
            }
            case S5TIME, TIMER -> {
                return Bcd.putS5Time(bits, wire, at);
            }
            case COUNTER -> {
                return Bcd.putCounter(bits, wire, at);
            }
            case DATE_AND_TIME -> {
                return DateAndTime.put(bits, wire, at);
            }
            case DTL -> {
                return Dtl.put(bits, wire, at);
            }
        }
        return StatusCode.GOOD;
    }

    private static int putInteger(S7Scalar type, long bits, ByteBuffer wire, int at) {
        if (!type.dataType().holds(bits)) {
            return StatusCode.BAD_OUT_OF_RANGE;
        }
        switch (type.wireBytes()) {
            case 1 -> wire.put(at, (byte) bits);
            case 2 -> wire.putShort(at, (short) bits);
            default -> wire.putInt(at, (int) bits);
        }
        return StatusCode.GOOD;
    }

    private static int putTimeOfDay(S7Scalar type, long bits, ByteBuffer wire, int at) {
        if (timeOfDay(bits) == S7Scalar.INVALID || (type == S7Scalar.TOD && bits % NANOS_PER_MILLI != 0)) {
            return StatusCode.BAD_OUT_OF_RANGE;
        }
        if (type == S7Scalar.TOD) {
            wire.putInt(at, (int) (bits / NANOS_PER_MILLI));
        } else {
            wire.putLong(at, bits);
        }
        return StatusCode.GOOD;
    }
}
