package io.taktstrom.deployment;

import java.util.Map;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;

/**
 * A source of commands under a name.
 *
 * @param name unique in a deployment
 * @param type as its {@link PartDescriptor} names it
 * @param options by option name, as checked text; only those that differ from the default. They may hold secrets.
 */
public record CommandSourceConfig(String name, String type, Map<String, String> options) {

    public CommandSourceConfig {
        options = Map.copyOf(options);
    }

    /** The options with their types and defaults. */
    public OptionValues values() {
        return new OptionValues("source of commands " + name, options);
    }

    /** Name and type. Options may be secret and stay out. */
    @Override
    public String toString() {
        return name + " (" + type + ")";
    }
}
