package io.taktstrom.page;

import io.taktstrom.sinks.format.Unprintable;

/**
 * What devices and files say, made fit to be shown: on one line, of bounded length, without characters that hide, turn or overlay
 * others. That markup stays text is for the page, which sets nothing but text.
 */
final class DisplayText {

    static final int MAX_CHARS = 200;
    /** What is wrong, where, and what to do takes more words than a name. */
    static final int MAX_SENTENCE_CHARS = 600;

    private DisplayText() {}

    /** A name, a value, an address. */
    static String of(String text) {
        return bounded(text, MAX_CHARS);
    }

    /** What is wrong, where, and what to do. */
    static String sentence(String text) {
        return bounded(text, MAX_SENTENCE_CHARS);
    }

    private static String bounded(String text, int max) {
        if (text.length() <= max) {
            return Unprintable.escaped(text, false);
        }
        int end = max - (Character.isHighSurrogate(text.charAt(max - 2)) ? 2 : 1);
        return Unprintable.escaped(text.substring(0, end) + "\u2026", false);
    }
}
