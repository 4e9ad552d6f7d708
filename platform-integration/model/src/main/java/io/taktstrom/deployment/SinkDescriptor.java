package io.taktstrom.deployment;

import java.util.List;

import io.taktstrom.descriptor.Option;

/**
 * What a type of sink is and what it takes. Schema, reference page and validation come from here.
 *
 * @param type its {@code type} in a deployment file, for example {@code jsonl}
 * @param description one or two sentences
 */
public record SinkDescriptor(String type, String description, List<Option<?>> options) {

    public SinkDescriptor {
        options = List.copyOf(options);
    }
}
