package io.taktstrom.descriptor;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What values an option takes.
 *
 * @param <T> its Java type
 */
public sealed interface OptionType<T> {

    /**
     * Reads a value.
     *
     * @throws IllegalArgumentException when the text is no such value; the message says what would be right
     */
    T parse(String text);

    /** What values are allowed, for people, for example {@code a whole number, 1 to 65535}. */
    String describe();

    /** Text that matches a pattern. */
    record Text(String pattern, String describe) implements OptionType<String> {

        public static final Text ANY = new Text(".*", "text");

        @Override
        public String parse(String text) {
            if (!Pattern.matches(pattern, text)) {
                throw new IllegalArgumentException("'" + text + "' is not " + describe);
            }
            return text;
        }
    }

    /** One of a few words. */
    record Choice(List<String> choices) implements OptionType<String> {

        public Choice {
            choices = List.copyOf(choices);
        }

        @Override
        public String parse(String text) {
            if (!choices.contains(text)) {
                String guess = Closest.guess(text, choices);
                throw new IllegalArgumentException(
                        "'" + text + "' is not " + describe() + (guess.isEmpty() ? "" : "; " + guess));
            }
            return text;
        }

        @Override
        public String describe() {
            return "one of " + String.join(", ", choices);
        }
    }

    /** Some of a few words, in any order, none of them twice; as text, separated by commas. */
    record Words(List<String> choices) implements OptionType<List<String>> {

        public Words {
            choices = List.copyOf(choices);
        }

        @Override
        public List<String> parse(String text) {
            List<String> words =
                    Stream.of(text.split(",", -1)).map(String::strip).toList();
            Choice choice = new Choice(choices);
            words.forEach(choice::parse);
            if (words.stream().distinct().count() < words.size()) {
                throw new IllegalArgumentException("'" + text + "' has a word twice");
            }
            return words;
        }

        @Override
        public String describe() {
            return "some of " + String.join(", ", choices);
        }
    }

    /**
     * Text of a form of its own.
     *
     * @param describe what it is, for people
     * @param reader makes a value of a text; of one that is wrong an {@link IllegalArgumentException} that says why
     */
    record Form<T>(String describe, Function<String, T> reader) implements OptionType<T> {

        @Override
        public T parse(String text) {
            return reader.apply(text);
        }
    }

    /** A whole number in a range, both ends included. */
    record Whole(int min, int max) implements OptionType<Integer> {

        @Override
        public Integer parse(String text) {
            try {
                int number = Integer.parseInt(text);
                if (number >= min && number <= max) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // The message below is better.
            }
            throw new IllegalArgumentException("'" + text + "' is not " + describe());
        }

        @Override
        public String describe() {
            return "a whole number, " + min + " to " + max;
        }
    }

    /** Yes or no. */
    record Flag() implements OptionType<Boolean> {

        @Override
        public Boolean parse(String text) {
            return switch (text) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new IllegalArgumentException("'" + text + "' is not " + describe());
            };
        }

        @Override
        public String describe() {
            return "true or false";
        }
    }

    /** A duration in a range, both ends included, written as a number with its unit: {@code 250us}, {@code 1.5s}. */
    record Time(Duration min, Duration max) implements OptionType<Duration> {

        @Override
        public Duration parse(String text) {
            Duration duration = Durations.parse(text);
            if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
                throw new IllegalArgumentException("'" + text + "' is not " + describe());
            }
            return duration;
        }

        @Override
        public String describe() {
            return "a duration, " + Durations.format(min) + " to " + Durations.format(max);
        }
    }

    /** A size in bytes in a range, both ends included, written as {@link ByteSize} does: {@code 64MiB}. */
    record Size(long min, long max) implements OptionType<Long> {

        @Override
        public Long parse(String text) {
            long bytes = ByteSize.parse(text);
            if (bytes < min || bytes > max) {
                throw new IllegalArgumentException("'" + text + "' is not " + describe());
            }
            return bytes;
        }

        @Override
        public String describe() {
            return "a size, " + ByteSize.format(min) + " to " + ByteSize.format(max);
        }
    }
}
