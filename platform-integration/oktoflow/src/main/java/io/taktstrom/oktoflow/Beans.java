package io.taktstrom.oktoflow;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Structures as objects of a class that an application brings, by the names of its fields, case aside: oktoflow's data types
 * have a constructor without parameters, and a private field for each field of the model.
 */
public final class Beans {

    private Beans() {}

    /**
     * An object with the values of a structure. Fields that the structure does not have stay as they are.
     *
     * @throws IOException when a value does not fit its field, or the class cannot be made
     */
    public static <T> T of(Class<T> type, Map<?, ?> values) throws IOException {
        T bean;
        try {
            bean = type.getDeclaredConstructor().newInstance();
        } catch (NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IOException(
                    "class " + type.getName() + " cannot be made (" + e
                            + "); a class for a structure is public and has a public constructor without parameters",
                    e);
        }
        boolean any = false;
        for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                Object value = isOurs(field) ? ignoringCase(values, field.getName()) : null;
                if (value != null) {
                    set(field, bean, value);
                    any = true;
                }
            }
        }
        if (!any) {
            throw new IOException("class " + type.getName() + " has none of the fields " + values.keySet()
                    + " of the structure; name its fields so");
        }
        return bean;
    }

    private static void set(Field field, Object bean, Object value) throws IOException {
        try {
            field.setAccessible(true);
            Class<?> type = field.getType();
            field.set(
                    bean,
                    value instanceof Map<?, ?> inner && !Map.class.isAssignableFrom(type)
                            ? of(type, inner)
                            : Exact.of(value, type));
        } catch (IOException e) {
            throw new IOException("field " + field.getName() + ": " + e.getMessage(), e);
        } catch (IllegalAccessException e) {
            throw new IOException(
                    "field " + field.getName() + " of " + bean.getClass().getName() + " cannot be set", e);
        }
    }

    /** The fields of an object as a structure's values. */
    static Map<String, Object> toMap(Object bean) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Class<?> owner = bean.getClass(); owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (isOurs(field)) {
                    try {
                        field.setAccessible(true);
                        Object value = field.get(bean);
                        if (value != null) {
                            values.putIfAbsent(field.getName(), value);
                        }
                    } catch (IllegalAccessException e) {
                        throw new IOException("field " + field.getName() + " cannot be read", e);
                    }
                }
            }
        }
        return values;
    }

    private static boolean isOurs(Field field) {
        return !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic();
    }

    static @Nullable Object ignoringCase(Map<?, ?> values, String name) {
        Object exact = values.get(name);
        if (exact != null) {
            return exact;
        }
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            if (entry.getKey() instanceof String key && key.equalsIgnoreCase(name)) {
                return entry.getValue();
            }
        }
        return null;
    }
}
