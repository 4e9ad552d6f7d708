package io.taktstrom.descriptor;

/** Sizes as operators write them: a whole number with its unit, {@code 512B}, {@code 64KiB}, {@code 2GiB}. */
public final class ByteSize {

    /** What a size looks like, as part of a regular expression. */
    public static final String PATTERN_BODY = "\\d{1,6}(B|KiB|MiB|GiB|TiB)";

    private static final String[] UNITS = {"TiB", "GiB", "MiB", "KiB", "B"};

    private ByteSize() {}

    /**
     * Reads a size in bytes.
     *
     * @throws IllegalArgumentException when the text is none; the message shows the form
     */
    public static long parse(String text) {
        if (!text.matches(PATTERN_BODY)) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a size; write a number with a unit, such as 2GiB");
        }
        for (int i = 0; i < UNITS.length; i++) {
            if (text.endsWith(UNITS[i])) {
                long number = Long.parseLong(text.substring(0, text.length() - UNITS[i].length()));
                return number << (10 * (UNITS.length - 1 - i));
            }
        }
        throw new AssertionError(text);
    }

    /** The shortest whole form, for example {@code 1536MiB}. */
    public static String format(long bytes) {
        int unit = UNITS.length - 1;
        long number = bytes;
        while (unit > 0 && number != 0 && number % 1024 == 0) {
            number /= 1024;
            unit--;
        }
        return number + UNITS[unit];
    }
}
