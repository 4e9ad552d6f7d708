package io.taktstrom.oktoflow;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
        for (Field field : fields(type)) {
            Object value = ignoringCase(values, field.getName());
            if (value != null) {
                set(field, bean, value);
                any = true;
            }
        }
        if (!any) {
            throw new IOException("class " + type.getName() + " has none of the fields " + values.keySet()
                    + " of the structure; name its fields so");
        }
        return bean;
    }

    /** Those that are part of its values, also of its superclasses. */
    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    field.setAccessible(true);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static void set(Field field, Object bean, Object value) throws IOException {
        try {
            Class<?> type = field.getType();
            boolean isBean = value instanceof Map && !Map.class.isAssignableFrom(type);
            field.set(bean, isBean ? of(type, (Map<?, ?>) value) : Exact.to(type, value));
        } catch (IOException e) {
            throw new IOException("field " + field.getName() + ": " + e.getMessage(), e);
        } catch (IllegalAccessException e) {
            throw new IOException("field " + field + " cannot be set", e);
        }
    }

    /** The fields of an object as a structure's values. */
    static Map<String, Object> toMap(Object bean) throws IOException {
        if (bean.getClass().getName().startsWith("java.")) {
            throw new IOException(
                    "value " + bean + " of type " + bean.getClass().getSimpleName()
                            + " is not a structure; give an object with its fields, or a map");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (Field field : fields(bean.getClass())) {
            try {
                Object value = field.get(bean);
                if (value != null) {
                    values.putIfAbsent(field.getName(), value);
                }
            } catch (IllegalAccessException e) {
                throw new IOException("field " + field + " cannot be read", e);
            }
        }
        return values;
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
