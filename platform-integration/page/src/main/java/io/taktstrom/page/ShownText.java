package io.taktstrom.page;

import io.taktstrom.sinks.format.Unprintable;

/**
 * What devices and files say, made fit to be shown: on one line, of bounded length, without characters that hide, turn or overlay
 * others. That markup stays text is for the page, which sets nothing but text.
 */
final class ShownText {

    static final int MAX_CHARS = 200;

    private ShownText() {}

    static String of(String text) {
        String bounded = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS - 1) + "\u2026";
        return Unprintable.escaped(bounded, false);
    }
}
