package io.taktstrom.deployment.grammar;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import org.jspecify.annotations.Nullable;

/**
 * One key of a mapping.
 *
 * @param required whether the mapping must have it
 * @param defaultText its value in a mapping without it; null for none
 * @param description one sentence
 */
public record ShapeField(
        String name, Kind kind, boolean required, @Nullable String defaultText, String description) {

    static ShapeField required(String name, Kind kind, String description) {
        return new ShapeField(name, kind, true, null, description);
    }

    static ShapeField optional(String name, Kind kind, String description) {
        return optional(name, kind, null, description);
    }

    static ShapeField optional(String name, Kind kind, @Nullable String defaultText, String description) {
        return new ShapeField(name, kind, false, defaultText, description);
    }

    static ShapeField of(Option<?> option) {
        Kind kind = new Kind.Value(option.type(), option.secret());
        return new ShapeField(option.name(), kind, option.required(), option.defaultText(), option.description());
    }

    /** @param standard its default; null for none */
    static ShapeField time(String name, String min, String max, @Nullable String standard, String description) {
        return optional(name, Kind.time(min, max), standard, description);
    }

    /** @param standard its default; null for none */
    static ShapeField whole(String name, int min, int max, @Nullable Integer standard, String description) {
        String text = standard == null ? null : standard.toString();
        return optional(name, Kind.of(new OptionType.Whole(min, max)), text, description);
    }

    /** One mapping of one shape. */
    static ShapeField mapping(String name, Shape shape, String description) {
        return optional(name, new Kind.One(new Choice.Only(shape)), description);
    }
}
