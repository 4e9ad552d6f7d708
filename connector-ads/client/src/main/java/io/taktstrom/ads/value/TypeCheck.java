package io.taktstrom.ads.value;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;

/** What a data point may state though the device says something else, beyond what {@code TypeRule} lets pass. */
public final class TypeCheck {

    private TypeCheck() {}

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
