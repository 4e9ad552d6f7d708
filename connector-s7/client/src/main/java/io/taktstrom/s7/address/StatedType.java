package io.taktstrom.s7.address;

import io.taktstrom.kit.value.TypeRule;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7String;
import io.taktstrom.s7.value.S7Type;
import io.taktstrom.s7.value.StandardLayout;
import org.jspecify.annotations.Nullable;

/** The type that a data point states, and what an S7 CPU has for it. */
final class StatedType {

    private StatedType() {}

    /** Whether these are bits, which is also the default. */
    static boolean isBits(@Nullable DataType stated) {
        return stated == null
                || stated == ScalarType.BOOL
                || (stated instanceof ArrayType array && array.element() == ScalarType.BOOL);
    }

    /**
     * What lies at an address that does not name its type.
     *
     * @param natural what it would be if the point stated nothing
     */
    static S7Type at(DataType stated, Width width, S7Type natural) {
        if (natural == S7Scalar.TIMER || natural == S7Scalar.COUNTER) {
            check(stated, natural);
            return natural;
        }
        return of(stated, width);
    }

    private static S7Type of(DataType stated, Width width) {
        if (stated instanceof ScalarType scalar) {
            return scalar(scalar, width);
        }
        if (stated instanceof EnumType enumeration) {
            return scalar(enumeration.base(), width);
        }
        if (stated instanceof StringType string) {
            return new S7String(string.encoding().unitBytes() == 2, string.length());
        }
        if (stated instanceof ArrayType array) {
            if (array.bounds().isEmpty()) {
                throw new IllegalArgumentException("the data point's type " + array.text()
                        + " has no length; an S7 CPU does not know it either: state the bounds");
            }
            return new S7Array(of(array.element(), width), array.bounds());
        }
        StructType struct = (StructType) stated;
        StandardLayout layout = new StandardLayout(struct.name());
        for (StructType.Field field : struct.fields()) {
            layout.add(field.name(), of(field.type(), Width.NONE));
        }
        return layout.build();
    }

    private static S7Scalar scalar(ScalarType stated, Width width) {
        return switch (stated) {
            case TIME -> width == Width.W ? S7Scalar.S5TIME : S7Scalar.TIME;
            case DATE, LDATE -> S7Scalar.DATE;
            case DT -> S7Scalar.DATE_AND_TIME;
            default -> S7Scalar.valueOf(stated.name());
        };
    }

    /** A type that the address names must be what the data point states, or hold all of it. */
    static void check(DataType stated, S7Type actual) {
        if (!TypeRule.fits(meant(stated, actual.dataType()), actual.dataType())) {
            throw new IllegalArgumentException("the address names a " + actual.text() + ", the data point states "
                    + stated.text() + "; leave one of them out");
        }
    }

    /** A point may call by its IEC name what the model needs a longer type for, see {@link S7Scalar}; S7 has no enumerations. */
    private static DataType meant(DataType stated, DataType actual) {
        if (stated instanceof EnumType enumeration) {
            return meant(enumeration.base(), actual);
        }
        if (stated instanceof ArrayType one && actual instanceof ArrayType other) {
            return new ArrayType(meant(one.element(), other.element()), one.bounds());
        }
        boolean sameTime = stated instanceof ScalarType one
                && actual instanceof ScalarType other
                && one.kind() == other.kind()
                && one.nanosPerTick() > 0;
        return sameTime ? actual : stated;
    }
}
