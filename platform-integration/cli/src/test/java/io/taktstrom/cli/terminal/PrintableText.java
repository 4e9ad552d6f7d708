package io.taktstrom.cli.terminal;

import io.taktstrom.sinks.format.Unprintable;

import static org.assertj.core.api.Assertions.assertThat;

/** What may be shown. */
public final class PrintableText {

    private PrintableText() {}

    public static void assertPrintable(String shown) {
        shown.codePoints()
                .forEach(c -> assertThat(c == '\n' || (!Unprintable.is(c) && !isSurrogate(c)))
                        .as("U+%04X in %s", c, shown)
                        .isTrue());
    }

    private static boolean isSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }
}
