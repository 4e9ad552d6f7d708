package io.taktstrom.deployment.grammar;

import io.taktstrom.descriptor.Option;
import org.jspecify.annotations.Nullable;

/**
 * One key of a mapping.
 *
 * @param required whether it must be there
 * @param defaultText its value when it is not there; null when it then has none
 * @param description one sentence
 */
public record Field(
        String name, Kind kind, boolean required, @Nullable String defaultText, String description) {

    static Field required(String name, Kind kind, String description) {
        return new Field(name, kind, true, null, description);
    }

    static Field optional(String name, Kind kind, @Nullable String defaultText, String description) {
        return new Field(name, kind, false, defaultText, description);
    }

    static Field of(Option<?> option) {
        Kind kind = new Kind.Value(option.type(), option.secret());
        return new Field(option.name(), kind, option.required(), option.defaultText(), option.description());
    }
}
