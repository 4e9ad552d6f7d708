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
        return option.type().parse(text);
    }
}
