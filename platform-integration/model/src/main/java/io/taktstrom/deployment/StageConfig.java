package io.taktstrom.deployment;

import java.util.Map;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;

/**
 * One stage of a stream.
 *
 * @param type as its {@link PartDescriptor} names it
 * @param options by option name, as checked text; only those that differ from the default. They may hold secrets.
 */
public record StageConfig(String type, Map<String, String> options) {

    public StageConfig {
        options = Map.copyOf(options);
    }

    /** The options with their types and defaults. */
    public OptionValues values() {
        return new OptionValues("stage " + type, options);
    }

    /** The type. Options may be secret and stay out. */
    @Override
    public String toString() {
        return type;
    }
}
