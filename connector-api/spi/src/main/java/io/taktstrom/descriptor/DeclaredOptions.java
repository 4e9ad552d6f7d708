package io.taktstrom.descriptor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The options of one connector, sink or stage, each declared once: as a constant of the class that has the list, and in the order
 * of these constants a part of the list. Limits are written as in a deployment file: {@code 100ms}, {@code 64KiB}.
 *
 * <pre>{@code
 * static final DeclaredOptions OPTIONS = new DeclaredOptions();
 * static final Option<String> USER = OPTIONS.text("user", "", "User name; empty for none.");
 * }</pre>
 *
 * <p>Complete once its class is initialised.
 */
public class DeclaredOptions {

    private final List<Option<?>> all = new ArrayList<>();

    /** All that were declared so far. */
    public List<Option<?>> all() {
        return List.copyOf(all);
    }

    /** Adds an option, and gives it back. */
    public <T> Option<T> add(Option<T> option) {
        all.add(option);
        return option;
    }

    /** Adds options that several of them have. */
    public void share(Option<?>... options) {
        all.addAll(List.of(options));
    }

    /** Adds options that several of them have. */
    public void share(List<Option<?>> options) {
        all.addAll(options);
    }

    /** Any text. */
    public Option<String> text(String name, @Nullable String standard, String about) {
        return add(Option.text(name, OptionType.Text.ANY, standard, about));
    }

    /** A text that matches a pattern, which is described for people. */
    public Option<String> text(String name, String pattern, String form, @Nullable String standard, String about) {
        return add(Option.text(name, new OptionType.Text(pattern, form), standard, about));
    }

    /** A text that gets into no message. */
    public Option<String> secret(String name, String standard, String about) {
        return add(new Option<>(name, OptionType.Text.ANY, standard, true, about));
    }

    public Option<Boolean> flag(String name, boolean standard, String about) {
        return add(Option.flag(name, standard, about));
    }

    public Option<Integer> whole(String name, int min, int max, int standard, String about) {
        return add(Option.whole(name, min, max, standard, about));
    }

    public Option<String> choice(String name, List<String> choices, String standard, String about) {
        return add(Option.choice(name, choices, standard, about));
    }

    public Option<List<String>> words(String name, List<String> choices, String standard, String about) {
        return add(Option.words(name, choices, standard, about));
    }

    public Option<Duration> time(String name, String min, String max, String standard, String about) {
        OptionType<Duration> type = new OptionType.Time(Durations.parse(min), Durations.parse(max));
        return add(new Option<>(name, type, standard, false, about));
    }

    /** A size in bytes. */
    public Option<Long> size(String name, String min, String max, String standard, String about) {
        OptionType<Long> type = new OptionType.Size(ByteSize.parse(min), ByteSize.parse(max));
        return add(new Option<>(name, type, standard, false, about));
    }
}
