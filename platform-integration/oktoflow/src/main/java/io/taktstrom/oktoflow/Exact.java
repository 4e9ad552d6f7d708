package io.taktstrom.oktoflow;

import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A value in the Java type that a translator asks for, or an error: never cut, never wrapped around. What oktoflow's own
 * converters do instead is a cast, which knows one type only.
 */
public final class Exact {

    private Exact() {}

    /**
     * The value as this type; an array also of a list, unsigned bytes as the bytes that they are.
     *
     * @throws IOException when the type does not hold it
     */
    @SuppressWarnings("unchecked") // of a primitive type, the boxed value
    public static <T> T to(Class<T> type, Object value) throws IOException {
        return (T) convert(type, value);
    }

    private static Object convert(Class<?> type, Object value) throws IOException {
        if (type == byte.class || type == Byte.class) {
            return (byte) whole(value, "byte", Byte.MIN_VALUE, Byte.MAX_VALUE);
        } else if (type == short.class || type == Short.class) {
            return (short) whole(value, "short", Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (type == int.class || type == Integer.class) {
            return (int) whole(value, "int", Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (type == long.class || type == Long.class) {
            return whole(value, "long", Long.MIN_VALUE, Long.MAX_VALUE);
        } else if (type == float.class || type == Float.class) {
            return toFloat(value);
        } else if (type == double.class || type == Double.class) {
            return toDouble(value);
        } else if ((type == boolean.class || type == Boolean.class) && value instanceof Boolean) {
            return value;
        } else if (type == BigInteger.class) {
            return toBigInteger(value);
        } else if (type == BigDecimal.class) {
            return toBigDecimal(value);
        } else if (type == String.class) {
            return value.toString();
        } else if (type.isArray()) {
            return array(type.getComponentType(), value);
        } else if (type.isInstance(value)) {
            return value;
        }
        throw misfit(value, type.getName());
    }

    private static long whole(Object value, String type, long min, long max) throws IOException {
        boolean isLong =
                value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
        BigInteger number = isLong ? BigInteger.valueOf(((Number) value).longValue()) : toBigInteger(value);
        if (number.compareTo(BigInteger.valueOf(min)) < 0 || number.compareTo(BigInteger.valueOf(max)) > 0) {
            throw misfit(value, type);
        }
        return number.longValue();
    }

    private static BigInteger toBigInteger(Object value) throws IOException {
        try {
            return value instanceof BigInteger number
                    ? number
                    : toBigDecimal(value).toBigIntegerExact();
        } catch (ArithmeticException e) {
            throw misfit(value, "a whole number");
        }
    }

    private static BigDecimal toBigDecimal(Object value) throws IOException {
        if (value instanceof BigDecimal number) {
            return number;
        }
        if (value instanceof Number number) {
            try {
                return new BigDecimal(number.toString());
            } catch (NumberFormatException e) {
                // Infinite, or not a number.
            }
        }
        throw misfit(value, "a number");
    }

    private static double toDouble(Object value) throws IOException {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        BigDecimal number = toBigDecimal(value);
        double nearest = number.doubleValue();
        if (Double.isInfinite(nearest) || new BigDecimal(nearest).compareTo(number) != 0) {
            throw misfit(value, "double");
        }
        return nearest;
    }

    private static float toFloat(Object value) throws IOException {
        double number = toDouble(value);
        float nearest = (float) number;
        if (Double.compare(nearest, number) != 0) {
            throw misfit(value, "float");
        }
        return nearest;
    }

    private static Object array(Class<?> element, Object value) throws IOException {
        List<?> items = list(value);
        Object array = Array.newInstance(element, items.size());
        for (int i = 0; i < items.size(); i++) {
            Array.set(array, i, convert(element, items.get(i)));
        }
        return array;
    }

    /** The elements of an array or a list. */
    public static List<?> list(Object value) throws IOException {
        if (value instanceof List<?> list) {
            return list;
        }
        if (!value.getClass().isArray()) {
            throw misfit(value, "an array");
        }
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < Array.getLength(value); i++) {
            items.add(Array.get(value, i));
        }
        return items;
    }

    private static IOException misfit(Object value, String type) {
        return new IOException("value " + value + " of type " + value.getClass().getSimpleName() + " is not " + type
                + " without a change; give the field of the model a type that holds it");
    }
}
