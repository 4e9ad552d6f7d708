package io.taktstrom.deployment;

import java.util.Map;

import io.taktstrom.descriptor.Option;

/**
 * One stage of a stream.
 *
 * @param type as its {@link StageDescriptor} names it
 * @param options by option name, as checked text; only those that differ from the default. They may hold secrets.
 */
public record StageConfig(String type, Map<String, String> options) {

    public StageConfig {
        options = Map.copyOf(options);
    }

    /** The value of an option of this type's descriptor, or its default. */
    public <T> T get(Option<T> option) {
        return OptionValues.get(options, option);
    }

    /** The type. Options may be secret and stay out. */
    @Override
    public String toString() {
        return type;
    }
}
