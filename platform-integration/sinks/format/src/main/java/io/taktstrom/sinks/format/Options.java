package io.taktstrom.sinks.format;

import java.time.Duration;

import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import org.jspecify.annotations.Nullable;

/** Options whose limits are written as in a deployment file: {@code 100ms}, {@code 64KiB}. */
public final class Options {

    private Options() {}

    /** Any text. */
    public static Option<String> text(String name, @Nullable String standard, String about) {
        return Option.text(name, OptionType.Text.ANY, standard, about);
    }

    /** A text that matches a pattern, which is described for people. */
    public static Option<String> text(
            String name, String pattern, String form, @Nullable String standard, String about) {
        return Option.text(name, new OptionType.Text(pattern, form), standard, about);
    }

    /** A text that gets into no message. */
    public static Option<String> secret(String name, String standard, String about) {
        return new Option<>(name, OptionType.Text.ANY, standard, true, about);
    }

    /** A duration. */
    public static Option<Duration> time(String name, String min, String max, String standard, String about) {
        return new Option<>(
                name, new OptionType.Time(Durations.parse(min), Durations.parse(max)), standard, false, about);
    }

    /** A size in bytes. */
    public static Option<Long> size(String name, String min, String max, String standard, String about) {
        return new Option<>(
                name, new OptionType.Size(ByteSize.parse(min), ByteSize.parse(max)), standard, false, about);
    }
}
