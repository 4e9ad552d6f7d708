package io.taktstrom.cli.terminal;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.format.Unprintable;
import io.taktstrom.sinks.format.ValueText;

/**
 * Text made safe for a terminal: what a device, a file or a library says must not move the cursor, colour a lie or begin
 * a line of its own.
 *
 * <p>Each character that is {@link Unprintable} becomes {@code \}{@code u009b} and the like, line feeds {@code \n} and tabs
 * {@code \t}. In JSON, and in YAML between double quotes, that is the same text.
 */
public final class Printable {

    private static final String HEX = "0123456789abcdef";

    private Printable() {}

    /** The same text on one line. */
    public static String of(String text) {
        return escaped(text, false);
    }

    /** The same text, whose line feeds and tabs stay: they are ours. */
    public static String lines(CharSequence text) {
        return escaped(text, true);
    }

    private static String escaped(CharSequence text, boolean withLines) {
        int safe = 0;
        while (safe < text.length() && stays(text, safe, withLines)) {
            safe++;
        }
        if (safe == text.length()) {
            return text.toString();
        }
        StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, safe);
        for (int i = safe; i < text.length(); i++) {
            char c = text.charAt(i);
            if (stays(text, i, withLines)) {
                escaped.append(c);
            } else if (c == '\n' || c == '\t') {
                escaped.append(c == '\n' ? "\\n" : "\\t");
            } else {
                escaped.append("\\u")
                        .append(HEX.charAt(c >> 12))
                        .append(HEX.charAt(c >> 8 & 0xF))
                        .append(HEX.charAt(c >> 4 & 0xF))
                        .append(HEX.charAt(c & 0xF));
            }
        }
        return escaped.toString();
    }

    private static boolean stays(CharSequence text, int i, boolean withLines) {
        char c = text.charAt(i);
        if (withLines && (c == '\n' || c == '\t')) {
            return true;
        }
        return Character.isSurrogate(c) ? isOfPair(text, i) : !Unprintable.is(c);
    }

    private static boolean isOfPair(CharSequence text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
                : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }

    /** A sample's value; {@code -} when its status is Bad. */
    public static String value(SampleBatch batch, int i) {
        if (StatusCode.isBad(batch.statusAt(i))) {
            return "-";
        }
        TextBuffer text = new TextBuffer();
        ValueText.text(batch, i, text);
        return of(text.toString());
    }
}
