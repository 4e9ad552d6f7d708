package io.taktstrom.ads.value;

import java.nio.ByteBuffer;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;

/**
 * Times that TwinCAT can hold and we cannot. Its LTIME, LDATE, LDT and LTOD are unsigned numbers of 64 bits (InfoSys,
 * tc3_plc_intro, "Time data types": up to 2^64-1 ns), while other devices' are signed and negative ones are meant; a TOD or LTOD
 * may be beyond its day. Such a value has a status instead of a wrong meaning. Hot: allocates nothing.
 */
public final class TimeRange {

    private static final long MILLIS_PER_DAY = 86_400_000;
    private static final long NANOS_PER_DAY = MILLIS_PER_DAY * 1_000_000;

    private TimeRange() {}

    /** Whether values of this type, which is not a structure, need a look. */
    public static boolean isConcerned(DataType type) {
        DataType element = type instanceof ArrayType array ? array.element() : type;
        return element instanceof ScalarType scalar
                && switch (scalar) {
                    case LTIME, LDATE, LDT, LTOD, TOD -> true;
                    default -> false;
                };
    }

    /** Whether all times in the image of a value are ones that we can tell. */
    public static boolean holds(DataType type, ByteBuffer image, int at) {
        if (type instanceof ScalarType scalar) {
            return holds(scalar, image, at);
        }
        if (type instanceof ArrayType array) {
            int bytes = array.element().imageBytes();
            int count = array.count();
            for (int i = 0; i < count; i++) {
                if (!holds(array.element(), image, at + i * bytes)) {
                    return false;
                }
            }
        } else if (type instanceof StructType struct) {
            // By index, as an iterator would be an object.
            for (int i = 0; i < struct.fields().size(); i++) {
                StructType.Field field = struct.fields().get(i);
                if (!holds(field.type(), image, at + field.offset())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean holds(ScalarType type, ByteBuffer image, int at) {
        return switch (type) {
            case LTIME, LDATE, LDT -> image.getLong(at) >= 0;
            case LTOD -> Long.compareUnsigned(image.getLong(at), NANOS_PER_DAY) < 0;
            case TOD -> Integer.toUnsignedLong(image.getInt(at)) < MILLIS_PER_DAY;
            default -> true;
        };
    }
}
