package io.taktstrom.descriptor;

/** A number of things in words, for people. */
public final class Counted {

    private Counted() {}

    /** {@code 1 sample}, {@code 2 samples}; {@code 2 buses}. */
    public static String of(long count, String noun) {
        return of(count, noun, noun + (noun.endsWith("s") ? "es" : "s"));
    }

    /** With what follows: {@code 1 sample waits}, {@code 2 samples wait}. */
    public static String of(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
