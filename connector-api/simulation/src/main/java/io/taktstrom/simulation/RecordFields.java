package io.taktstrom.simulation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.stream.Stream;

import io.taktstrom.descriptor.Durations;
import io.taktstrom.text.Node;
import org.jspecify.annotations.Nullable;

/** Reads a mapping whose keys are the components of a record: numbers, flags, texts and durations. */
public final class RecordFields {

    private RecordFields() {}

    /**
     * Reads a record.
     *
     * @param node null for none
     * @param what the mapping is, for messages
     * @param otherwise what it is without a mapping; also has the value of each key that a mapping leaves out
     * @param required keys that a mapping must have
     * @throws ModelException if it is not a mapping, has other keys, or values that the record refuses
     */
    @SuppressWarnings("unchecked")
    public static <R extends Record> R read(@Nullable Node node, String what, R otherwise, String... required) {
        if (node == null) {
            return otherwise;
        }
        RecordComponent[] components = otherwise.getClass().getRecordComponents();
        YamlFields fields = new YamlFields(
                node, what, Stream.of(components).map(RecordComponent::getName).toArray(String[]::new));
        Stream.of(required).forEach(fields::required);
        return YamlFields.at(node, () -> {
            try {
                Object[] values = new Object[components.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = value(fields, components[i], otherwise);
                }
                Class<?>[] types =
                        Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
                return (R) otherwise.getClass().getConstructor(types).newInstance(values);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof IllegalArgumentException refused) {
                    throw refused;
                }
                throw new IllegalStateException(e);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(otherwise.getClass() + " is not a public record", e);
            }
        });
    }

    private static Object value(YamlFields fields, RecordComponent component, Record otherwise)
            throws ReflectiveOperationException {
        String name = component.getName();
        Object value = component.getAccessor().invoke(otherwise);
        if (value instanceof Integer number) {
            return fields.whole(name, number);
        }
        if (value instanceof Long number) {
            return fields.integer(name, number);
        }
        if (value instanceof Double number) {
            return fields.number(name, number);
        }
        if (value instanceof Boolean flag) {
            return fields.flag(name, flag);
        }
        return value instanceof Duration time
                ? fields.value(name, time, Durations::parse)
                : fields.text(name, value.toString());
    }
}
