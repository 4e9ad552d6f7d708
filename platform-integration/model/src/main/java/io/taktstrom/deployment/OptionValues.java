package io.taktstrom.deployment;

import java.util.Map;

import io.taktstrom.descriptor.Option;

/** Reads checked option texts as values. */
final class OptionValues {

    private OptionValues() {}

    static <T> T get(Map<String, String> options, Option<T> option) {
        String text = options.get(option.name());
        if (text == null) {
            text = option.defaultText();
        }
        if (text == null) {
            throw new IllegalArgumentException("option " + option.name() + " is missing: " + option.description());
        }
        try {
            return option.type().parse(text);
        } catch (IllegalArgumentException e) {
            if (option.secret()) {
                // Neither the message nor the cause of this exception may show the value.
                throw new IllegalArgumentException("option " + option.name() + ": its value is not "
                        + option.type().describe());
            }
            throw e;
        }
    }
}
