package io.taktstrom.deployment;

import java.util.List;

import io.taktstrom.descriptor.Option;

/**
 * What a type of stage is and what it takes. Schema, reference page and validation come from here.
 *
 * @param type its {@code type} in a deployment file
 * @param description one or two sentences
 */
public record StageDescriptor(String type, String description, List<Option<?>> options) {

    public StageDescriptor {
        options = List.copyOf(options);
    }
}
