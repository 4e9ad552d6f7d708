package io.taktstrom.descriptor;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.taktstrom.model.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * One option of a connection, a sink or a stage.
 *
 * @param <T> its Java type
 * @param name as it stands in a deployment file and in a URI's query
 * @param type what values it takes
 * @param defaultText its default as text; null for an option that must be given
 * @param secret whether its value must not be shown or stored in plain text
 * @param description one sentence, with the unit
 */
public record Option<T>(
        String name, OptionType<T> type, @Nullable String defaultText, boolean secret, String description) {

    public Option {
        if (defaultText != null) {
            type.parse(defaultText);
        }
    }

    public static Option<String> text(String name, OptionType.Text type, @Nullable String defaultText, String about) {
        return new Option<>(name, type, defaultText, false, about);
    }

    public static Option<String> choice(String name, List<String> choices, String defaultText, String about) {
        return new Option<>(name, new OptionType.Choice(choices), defaultText, false, about);
    }

    public static Option<List<String>> words(String name, List<String> choices, String defaultText, String about) {
        return new Option<>(name, new OptionType.Words(choices), defaultText, false, about);
    }

    public static Option<Integer> whole(String name, int min, int max, @Nullable Integer defaultValue, String about) {
        String text = defaultValue == null ? null : defaultValue.toString();
        return new Option<>(name, new OptionType.Whole(min, max), text, false, about);
    }

    public static Option<Boolean> flag(String name, boolean defaultValue, String about) {
        return new Option<>(name, new OptionType.Flag(), String.valueOf(defaultValue), false, about);
    }

    public static Option<Duration> time(String name, Duration min, Duration max, Duration defaultValue, String about) {
        return new Option<>(name, new OptionType.Time(min, max), Durations.format(defaultValue), false, about);
    }

    public static Option<Long> size(String name, long min, long max, long defaultValue, String about) {
        return new Option<>(name, new OptionType.Size(min, max), ByteSize.format(defaultValue), false, about);
    }

    /** Whether it must be given. */
    public boolean required() {
        return defaultText == null;
    }

    /**
     * The endpoint's value of this option, or the default.
     *
     * @throws IllegalArgumentException when the endpoint has a wrong value, or none for a required option; an endpoint
     *     that its descriptor made has neither
     */
    public T of(Endpoint endpoint) {
        return new OptionValues(endpoint.toString(), endpoint.options()).get(this);
    }

    static void requireDistinct(String owner, List<Option<?>> options) {
        Set<String> names = new HashSet<>();
        for (Option<?> option : options) {
            if (!names.add(option.name())) {
                throw new IllegalArgumentException(owner + " has two options " + option.name());
            }
        }
    }
}
