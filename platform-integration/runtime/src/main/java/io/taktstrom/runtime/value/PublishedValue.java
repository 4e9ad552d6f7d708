package io.taktstrom.runtime.value;

import java.math.BigDecimal;
import java.math.MathContext;

import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;

/** Between the value of a point that the plant sees and the one that its device has: {@code device * scale + offset}, and back. */
public final class PublishedValue {

    /** No type holds more digits than that, before or behind the point. */
    private static final int MAX_EXPONENT = 400;

    private PublishedValue() {}

    private static boolean isScaled(PointConfig point, DataType type) {
        return point.isScaled() && isNumber(type);
    }

    /** Whether it is an integer or a floating point number. */
    public static boolean isNumber(DataType type) {
        return type instanceof ScalarType scalar
                && switch (scalar.kind()) {
                    case SIGNED, UNSIGNED, FLOAT -> true;
                    default -> false;
                };
    }

    /**
     * What the device should get, exactly: a value that lies between two of its steps stays there, and does not fit an integer.
     *
     * @param published as {@link ValueInput} gives it
     * @throws IllegalArgumentException when it is not a number and the point is scaled
     */
    public static Object toDevice(PointConfig point, DataType type, Object published) {
        return isScaled(point, type)
                ? number(type, published)
                        .subtract(BigDecimal.valueOf(point.offset()))
                        .divide(BigDecimal.valueOf(point.scale()), MathContext.DECIMAL128)
                : published;
    }

    /** What streams publish, in the forms of {@link io.taktstrom.data.Values}. */
    public static Object ofDevice(PointConfig point, DataType type, Object device) {
        if (!isScaled(point, type) || !(device instanceof Number raw) || !Double.isFinite(raw.doubleValue())) {
            return device;
        }
        // By way of decimals, so that 615 * 0.1 - 40 is 21.5, as it would be written.
        return number(type, device)
                .multiply(BigDecimal.valueOf(point.scale()))
                .add(BigDecimal.valueOf(point.offset()))
                .doubleValue();
    }

    /**
     * A number, in full precision.
     *
     * @throws IllegalArgumentException when it is none, or not a finite one
     */
    public static BigDecimal number(DataType type, Object value) {
        String text = value.toString();
        if (type instanceof EnumType enumeration) {
            EnumType.Member member = enumeration.member(text);
            text = member == null ? text : String.valueOf(member.value());
        }
        BigDecimal number;
        try {
            number = value instanceof BigDecimal decimal ? decimal : new BigDecimal(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a finite number", e);
        }
        if (Math.abs((long) number.precision() - number.scale()) > MAX_EXPONENT
                || Math.abs((long) number.scale()) > MAX_EXPONENT + Double.MAX_EXPONENT) {
            throw new IllegalArgumentException("'" + text + "' is more than any type holds");
        }
        return number;
    }
}
