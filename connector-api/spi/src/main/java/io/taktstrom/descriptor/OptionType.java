package io.taktstrom.descriptor;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
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

    /**
     * Names with values; in a file a mapping, as text a line {@code name=value} for each, where {@code \n} is a line feed in a
     * value and {@code \\} a backslash.
     *
     * @param describe what they are, for people
     * @param check refuses a name or its value with an {@link IllegalArgumentException} that says why; a value may be secret, and
     *     stays out of what it says
     * @param secret whether the value of a name must not stand in a file
     */
    record Pairs(String describe, BiConsumer<String, String> check, Predicate<String> secret)
            implements OptionType<Map<String, String>> {

        @Override
        public Map<String, String> parse(String text) {
            Map<String, String> pairs = new LinkedHashMap<>();
            for (String line : text.split("\n", -1)) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    String name = line.substring(0, equals).strip();
                    String value = plain(line.substring(equals + 1).strip());
                    check.accept(name, value);
                    if (pairs.put(name, value) != null) {
                        throw new IllegalArgumentException("there is " + name + " twice");
                    }
                } else if (!line.isBlank()) {
                    throw new IllegalArgumentException("a line is not name=value");
                }
            }
            return pairs;
        }

        /** As text that {@link #parse} reads. */
        public static String text(Map<String, String> pairs) {
            StringBuilder text = new StringBuilder();
            pairs.forEach((name, value) -> text.append(name)
                    .append('=')
                    .append(value.replace("\\", "\\\\").replace("\n", "\\n"))
                    .append('\n'));
            return text.toString();
        }

        private static String plain(String value) {
            StringBuilder plain = new StringBuilder();
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c == '\\' && i + 1 < value.length()) {
                    i++;
                    plain.append(value.charAt(i) == 'n' ? '\n' : value.charAt(i));
                } else {
                    plain.append(c);
                }
            }
            return plain.toString();
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
