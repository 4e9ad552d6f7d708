package io.taktstrom.descriptor;

import java.util.List;
import java.util.Map;

/**
 * What a type of sink or of stage is and what it takes. Schema, reference page and validation come from here.
 *
 * @param type its {@code type} in a deployment file, for example {@code jsonl}
 * @param description one or two sentences
 * @param options all that it takes
 */
public record PartDescriptor(String type, String description, List<Option<?>> options) {

    public PartDescriptor {
        options = List.copyOf(options);
        Option.requireDistinct(type, options);
    }

    /**
     * Options for a part of this type.
     *
     * @param owner the part's name, for messages
     * @throws IllegalArgumentException with all that is wrong, on one line
     */
    public OptionValues values(String owner, Map<String, String> given) {
        return OptionValues.checked(owner, options, given);
    }
}
