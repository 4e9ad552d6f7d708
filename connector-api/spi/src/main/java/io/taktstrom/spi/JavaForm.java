package io.taktstrom.spi;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the values of {@link io.taktstrom.data.Values} into what a record's component wants, and back. */
final class JavaForm {

    private JavaForm() {}

    static Object of(Type wanted, Object value, String where) {
        if (wanted instanceof ParameterizedType generic && value instanceof List<?> list) {
            Type element = generic.getActualTypeArguments()[0];
            return list.stream().map(item -> of(element, item, where)).toList();
        }
        if (!(wanted instanceof Class<?> type)) {
            throw misfit(where, wanted, value);
        }
        if (type.isRecord() && value instanceof Map<?, ?> fields) {
            return RecordShape.of(type.asSubclass(Record.class)).create(fields);
        }
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equalsIgnoreCase(value.toString())) {
                    return constant;
                }
            }
            throw misfit(where, wanted, value);
        }
        if (type.isInstance(value)) {
            return value;
        }
        return value instanceof Number number ? number(type, number, where) : scalar(type, value, where);
    }

    private static Object scalar(Class<?> type, Object value, String where) {
        if (type == boolean.class && value instanceof Boolean) {
            return value;
        }
        if ((type == char.class || type == Character.class) && value.toString().length() == 1) {
            return value.toString().charAt(0);
        }
        throw misfit(where, type, value);
    }

    /** Never cuts a value: a number that the component cannot hold exactly is an error. */
    private static Object number(Class<?> type, Number value, String where) {
        if (type == double.class || type == Double.class) {
            return floating(type, value, value.doubleValue(), value.doubleValue(), where);
        }
        if (type == float.class || type == Float.class) {
            return floating(type, value, value.floatValue(), value.floatValue(), where);
        }
        try {
            BigInteger exact = new BigDecimal(value.toString()).toBigIntegerExact();
            if (type == long.class || type == Long.class) {
                return exact.longValueExact();
            }
            if (type == int.class || type == Integer.class) {
                return exact.intValueExact();
            }
            if (type == short.class || type == Short.class) {
                return exact.shortValueExact();
            }
            if (type == byte.class || type == Byte.class) {
                return exact.byteValueExact();
            }
            if (type == BigInteger.class) {
                return exact;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(where + ": value " + value + " does not fit " + type.getName(), e);
        }
        throw misfit(where, type, value);
    }

    /** The boxed form of a floating-point number, if that is exactly the value. */
    private static Object floating(Class<?> type, Number value, double number, Object boxed, String where) {
        boolean binary = value instanceof Double || value instanceof Float;
        boolean exact = binary
                ? Double.compare(value.doubleValue(), number) == 0
                : new BigDecimal(value.toString()).compareTo(new BigDecimal(number)) == 0;
        if (!exact) {
            throw new IllegalArgumentException(where + ": value " + value + " does not fit " + type.getName());
        }
        return boxed;
    }

    static Object toValue(Object component) {
        if (component instanceof List<?> list) {
            return list.stream().map(JavaForm::toValue).toList();
        }
        if (component instanceof Record structure) {
            RecordShape<?> shape = RecordShape.of(structure.getClass());
            Map<String, Object> fields = new LinkedHashMap<>();
            List<RecordComponent> components = shape.components();
            for (int i = 0; i < components.size(); i++) {
                fields.put(components.get(i).getName(), shape.valueOf(structure, i));
            }
            return fields;
        }
        return component instanceof Enum<?> constant ? constant.name() : component;
    }

    private static IllegalArgumentException misfit(String where, Type wanted, Object value) {
        return new IllegalArgumentException(where + " is " + wanted.getTypeName() + ", but the device has "
                + value.getClass().getSimpleName() + " " + value);
    }
}
