package io.taktstrom.spi;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.DataPoint;

/**
 * A record type, taken apart once: its points, and how to make one from values and values from one.
 *
 * @param <T> the record
 */
record RecordShape<T extends Record>(Class<T> type, List<RecordComponent> components, Constructor<T> constructor) {

    static <T extends Record> RecordShape<T> of(Class<T> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] parameters =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            for (RecordComponent component : components) {
                component.getAccessor().setAccessible(true);
            }
            return new RecordShape<>(type, List.of(components), constructor);
        } catch (NoSuchMethodException e) {
            throw new AssertionError("a record has its canonical constructor", e);
        }
    }

    String name() {
        return type.getSimpleName();
    }

    List<DataPoint> points() {
        if (components.isEmpty()) {
            throw new IllegalArgumentException("record " + name() + " has no components to bind");
        }
        return components.stream().map(this::point).toList();
    }

    private DataPoint point(RecordComponent component) {
        Address address = component.getAnnotation(Address.class);
        if (address == null) {
            throw new IllegalArgumentException(
                    "component " + component.getName() + " of " + name() + " has no @Address");
        }
        DataPoint point = DataPoint.of(component.getName(), address.value());
        return address.writable() ? point.withWritable() : point;
    }

    /** The record with these values, one per component, in the forms of {@link io.taktstrom.data.Values}. */
    T create(Object[] values) {
        Object[] arguments = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            RecordComponent component = components.get(i);
            arguments[i] = JavaForm.of(component.getGenericType(), values[i], name() + "." + component.getName());
        }
        try {
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("cannot make a " + name() + " from " + Arrays.toString(values), e);
        }
    }

    /** The record of a structure's fields, matched by name without regard to case. */
    T create(Map<?, ?> fields) {
        Object[] values = new Object[components.size()];
        for (int i = 0; i < values.length; i++) {
            String wanted = components.get(i).getName();
            values[i] = fields.entrySet().stream()
                    .filter(entry -> wanted.equalsIgnoreCase(String.valueOf(entry.getKey())))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "structure with fields " + fields.keySet() + " has none for " + name() + "." + wanted));
        }
        return create(values);
    }

    /** A component's value in the forms that {@link io.taktstrom.data.Values#put} takes. */
    Object valueOf(Record value, int component) {
        try {
            Object present = components.get(component).getAccessor().invoke(value);
            if (present == null) {
                throw new IllegalArgumentException(
                        name() + "." + components.get(component).getName() + " is null, which cannot be written");
            }
            return JavaForm.toValue(present);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("cannot read " + components.get(component) + " of " + value, e);
        }
    }
}
