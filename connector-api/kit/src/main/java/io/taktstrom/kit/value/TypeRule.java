package io.taktstrom.kit.value;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/** When a stated type matches the type that the device has. */
public final class TypeRule {

    private TypeRule() {}

    /**
     * The same type; a string of another length, an enumeration's integer, or an array of any length will do, since samples of
     * the device's type are what was meant.
     */
    public static boolean fits(DataType stated, DataType actual) {
        if (stated instanceof StringType one && actual instanceof StringType other) {
            return one.encoding().unitBytes() == other.encoding().unitBytes();
        }
        if (stated instanceof ScalarType && actual instanceof EnumType enumeration) {
            return stated == enumeration.base();
        }
        if (stated instanceof ArrayType one && actual instanceof ArrayType other) {
            return fits(one.element(), other.element())
                    && (one.bounds().isEmpty() || other.bounds().isEmpty() || one.count() == other.count());
        }
        return stated.equals(actual);
    }
}
