package io.taktstrom.deployment;

import java.util.Map;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;

/**
 * A part that a file names by its type: a sink, a stage of a stream, a source of commands, a store of a lease.
 *
 * @param kind which of them, for messages
 * @param name unique among its kind in a deployment; empty for a stage and a lease
 * @param type as its {@link PartDescriptor} names it
 * @param options by option name, as checked text; only those that differ from the default. They may hold secrets.
 */
public record PartConfig(String kind, String name, String type, Map<String, String> options) {

    public PartConfig {
        options = Map.copyOf(options);
    }

    public static PartConfig sink(String name, String type, Map<String, String> options) {
        return new PartConfig("sink", name, type, options);
    }

    public static PartConfig stage(String type, Map<String, String> options) {
        return new PartConfig("stage", "", type, options);
    }

    public static PartConfig commandSource(String name, String type, Map<String, String> options) {
        return new PartConfig("source of commands", name, type, options);
    }

    public static PartConfig lease(String type, Map<String, String> options) {
        return new PartConfig("lease", "", type, options);
    }

    /** The options with their types and defaults. */
    public OptionValues values() {
        return new OptionValues(kind + " " + (name.isEmpty() ? type : name), options);
    }

    /** Name and type. Options may be secret and stay out. */
    @Override
    public String toString() {
        return name.isEmpty() ? type : name + " (" + type + ")";
    }
}
