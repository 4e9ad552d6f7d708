package io.taktstrom.deployment;

import java.util.Map;

import io.taktstrom.descriptor.Option;

/**
 * A sink under a name.
 *
 * @param name unique in a deployment
 * @param type as its {@link SinkDescriptor} names it
 * @param options by option name, as checked text; only those that differ from the default. They may hold secrets.
 */
public record SinkConfig(String name, String type, Map<String, String> options) {

    public SinkConfig {
        options = Map.copyOf(options);
    }

    /** The value of an option of this type's descriptor, or its default. */
    public <T> T get(Option<T> option) {
        return OptionValues.get(options, option);
    }

    /** Name and type. Options may be secret and stay out. */
    @Override
    public String toString() {
        return name + " (" + type + ")";
    }
}
