package io.taktstrom.ads.value;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/** Whether what a data point states is what the device has. */
public final class TypeCheck {

    private TypeCheck() {}

    /** The same type; a string of another length, or an enumeration's integer, will do. */
    public static boolean fits(DataType stated, DataType actual) {
        if (stated instanceof StringType one && actual instanceof StringType other) {
            return one.encoding().unitBytes() == other.encoding().unitBytes();
        }
        if (stated instanceof ScalarType && actual instanceof EnumType enumeration) {
            return stated == enumeration.base();
        }
        if (stated instanceof ArrayType one && actual instanceof ArrayType other) {
            return fits(one.element(), other.element()) && (one.bounds().isEmpty() || one.count() == other.count());
        }
        return stated.equals(actual);
    }

    /** Whether what is stated is the bare number of what the device has as a time, which may be one that no time can be. */
    public static boolean isNumberOf(DataType stated, DataType actual) {
        if (stated instanceof ArrayType one && actual instanceof ArrayType other) {
            return isNumberOf(one.element(), other.element()) && one.count() == other.count();
        }
        return (stated == ScalarType.ULINT || stated == ScalarType.UDINT)
                && actual instanceof ScalarType time
                && time.nanosPerTick() > 0
                && time.imageBytes() == stated.imageBytes();
    }

    /** Whether the device's tables did not say what the bytes mean. */
    public static boolean isOpaque(DataType actual) {
        return actual instanceof ArrayType array && array.element() == ScalarType.BYTE;
    }
}
