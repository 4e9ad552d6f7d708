package io.taktstrom.oktoflow.ivml;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** A value in a model, and where it stands. */
sealed interface IvmlValue {

    Mark at();

    /** A text. */
    record Text(String text, Mark at) implements IvmlValue {}

    /** A number as it was written. */
    record Numeral(String digits, Mark at) implements IvmlValue {}

    /** A name: of a constant, of a literal ({@code CacheMode::NONE}), {@code true} or {@code null}; or of what {@code refBy} means. */
    record Name(String name, Mark at) implements IvmlValue {

        /** Behind the last dot or pair of colons. */
        String last() {
            return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
        }
    }

    /** What a function of oktoflow's makes, or a part of something: only its generator knows the value. */
    record Call(String function, Mark at) implements IvmlValue {}

    /** Parts joined by plus signs. */
    record Sum(List<IvmlValue> parts, Mark at) implements IvmlValue {}

    /** What stands in braces: attributes by name, or items. */
    record Braces(@Nullable String type, Map<String, IvmlValue> fields, List<IvmlValue> items, Mark at)
            implements IvmlValue {}
}
