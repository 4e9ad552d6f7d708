package io.taktstrom.sinks.kafka.cluster;

import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Properties of Kafka's own clients, by the names that Kafka gives them, for what no option of ours says. */
public final class ClientProperties {

    private ClientProperties() {}

    /**
     * An option of such properties.
     *
     * @param known what the client takes; asked only when a property is given, as it brings many classes with it
     * @param taken properties that are not for this option: why, and what to use instead
     */
    public static Option<Map<String, String>> option(
            Supplier<ConfigDef> known, Map<String, String> taken, String about) {
        OptionType.Pairs type = new OptionType.Pairs(
                "properties of Kafka's client by its own names",
                (name, value) -> check(known.get(), taken, name, value),
                name -> isSecret(known.get().configKeys().get(name)));
        return new Option<>("properties", type, "", false, about);
    }

    private static boolean isSecret(ConfigDef.@Nullable ConfigKey key) {
        return key != null && key.type == ConfigDef.Type.PASSWORD;
    }

    /** No message may have the value in it, which may be a secret. */
    private static void check(ConfigDef known, Map<String, String> taken, String name, String value) {
        String instead = taken.get(name);
        if (instead != null) {
            throw new IllegalArgumentException("Kafka's " + name + " cannot be set here: " + instead);
        }
        ConfigDef.ConfigKey key = known.configKeys().get(name);
        if (key == null) {
            throw new IllegalArgumentException(
                    "Kafka's client has no property " + name + "; " + Closest.hint(name, known.names()));
        }
        try {
            Object parsed = ConfigDef.parseType(name, value, key.type);
            if (key.validator != null) {
                key.validator.ensureValid(name, parsed);
            }
        } catch (ConfigException e) {
            // Not as a cause: it has the value.
            throw new IllegalArgumentException("Kafka takes another value for " + name + ": "
                    + key.type.name().toLowerCase(Locale.ROOT)
                    + (key.validator == null ? "" : " " + key.validator));
        }
    }
}
