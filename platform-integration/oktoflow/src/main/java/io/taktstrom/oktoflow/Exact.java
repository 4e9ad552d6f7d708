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

    public static byte toByte(Object value) throws IOException {
        return (byte) whole(value, "byte", Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    public static short toShort(Object value) throws IOException {
        return (short) whole(value, "short", Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public static int toInt(Object value) throws IOException {
        return (int) whole(value, "int", Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public static long toLong(Object value) throws IOException {
        return whole(value, "long", Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static long whole(Object value, String type, long min, long max) throws IOException {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            long number = ((Number) value).longValue();
            if (number >= min && number <= max) {
                return number;
            }
            throw misfit(value, type);
        }
        BigInteger number = toBigInteger(value);
        if (number.compareTo(BigInteger.valueOf(min)) < 0 || number.compareTo(BigInteger.valueOf(max)) > 0) {
            throw misfit(value, type);
        }
        return number.longValue();
    }

    public static BigInteger toBigInteger(Object value) throws IOException {
        try {
            return value instanceof BigInteger number
                    ? number
                    : toBigDecimal(value).toBigIntegerExact();
        } catch (ArithmeticException e) {
            throw misfit(value, "a whole number");
        }
    }

    public static BigDecimal toBigDecimal(Object value) throws IOException {
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

    public static double toDouble(Object value) throws IOException {
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

    public static float toFloat(Object value) throws IOException {
        if (value instanceof Float number) {
            return number;
        }
        double number = toDouble(value);
        float nearest = (float) number;
        if (Double.compare(nearest, number) != 0) {
            throw misfit(value, "float");
        }
        return nearest;
    }

    public static boolean toBoolean(Object value) throws IOException {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw misfit(value, "boolean");
    }

    public static String toText(Object value) {
        return value.toString();
    }

    /** An array, or a list, of any elements that the new array can hold. */
    public static int[] toIntArray(Object value) throws IOException {
        return (int[]) array(value, int.class);
    }

    public static double[] toDoubleArray(Object value) throws IOException {
        return (double[]) array(value, double.class);
    }

    public static String[] toTextArray(Object value) throws IOException {
        return (String[]) array(value, String.class);
    }

    /** Unsigned bytes as the bytes that they are. */
    public static byte[] toByteArray(Object value) throws IOException {
        return (byte[]) array(value, byte.class);
    }

    static Object array(Object value, Class<?> element) throws IOException {
        List<?> items = list(value);
        Object array = Array.newInstance(element, items.size());
        for (int i = 0; i < items.size(); i++) {
            Array.set(array, i, of(items.get(i), element));
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

    /** The value as this type, boxed. */
    static Object of(Object value, Class<?> type) throws IOException {
        if (type == byte.class || type == Byte.class) {
            return toByte(value);
        } else if (type == short.class || type == Short.class) {
            return toShort(value);
        } else if (type == int.class || type == Integer.class) {
            return toInt(value);
        } else if (type == long.class || type == Long.class) {
            return toLong(value);
        } else if (type == float.class || type == Float.class) {
            return toFloat(value);
        } else if (type == double.class || type == Double.class) {
            return toDouble(value);
        } else if (type == boolean.class || type == Boolean.class) {
            return toBoolean(value);
        } else if (type == BigInteger.class) {
            return toBigInteger(value);
        } else if (type == BigDecimal.class) {
            return toBigDecimal(value);
        } else if (type == String.class) {
            return toText(value);
        } else if (type.isArray()) {
            return array(value, type.getComponentType());
        } else if (type.isInstance(value)) {
            return value;
        }
        throw misfit(value, type.getName());
    }

    static IOException misfit(Object value, String type) {
        return new IOException("value " + value + " of type " + value.getClass().getSimpleName() + " is not " + type
                + " without a change; give the field of the model a type that holds it");
    }
}
