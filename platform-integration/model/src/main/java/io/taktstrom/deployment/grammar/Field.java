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

    /** A key whose value stands in the file. */
    static Field of(Option<?> option) {
        return of(option, false);
    }

    /** A key whose value may also stand outside the file; that of a secret must. */
    static Field referable(Option<?> option) {
        return of(option, true);
    }

    private static Field of(Option<?> option, boolean referable) {
        Kind kind = new Kind.Value(option.type(), referable, option.secret());
        return new Field(option.name(), kind, option.required(), option.defaultText(), option.description());
    }
}
