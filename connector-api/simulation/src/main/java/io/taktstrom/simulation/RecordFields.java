package io.taktstrom.simulation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.descriptor.Durations;
import io.taktstrom.text.Node;
import org.jspecify.annotations.Nullable;

/** Reads a mapping whose keys are the components of a record: numbers, flags, texts, durations and enumerations. */
public final class RecordFields {

    private static final Map<Class<?>, Function<String, ?>> PARSERS = Map.of(
            int.class, text -> Math.toIntExact(YamlFields.parseInteger(text)),
            long.class, YamlFields::parseInteger,
            double.class, YamlFields::parseNumber,
            boolean.class, YamlFields::parseFlag,
            Duration.class, Durations::parse,
            String.class, text -> text);

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
                node, what, Stream.of(components).map(RecordComponent::getName).collect(Collectors.joining(", ")));
        Stream.of(required).forEach(fields::required);
        return YamlFields.at(node, () -> {
            try {
                Object[] values = new Object[components.length];
                for (int i = 0; i < values.length; i++) {
                    Node value = fields.node(components[i].getName());
                    values[i] = value == null
                            ? components[i].getAccessor().invoke(otherwise)
                            : YamlFields.value(value, parser(components[i].getType()));
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

    private static Function<String, ?> parser(Class<?> type) {
        Function<String, ?> parser = PARSERS.get(type);
        return parser != null ? parser : text -> constant(type, text);
    }

    /** A constant of an enumeration, which its {@code toString} names. */
    public static <E> E constant(Class<E> type, String text) {
        E[] constants = type.getEnumConstants();
        return Stream.of(constants)
                .filter(constant -> constant.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is not one of "
                        + Stream.of(constants).map(Object::toString).collect(Collectors.joining(", "))));
    }
}
