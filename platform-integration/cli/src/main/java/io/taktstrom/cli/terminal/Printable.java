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

    private Printable() {}

    /** The same text on one line. */
    public static String of(String text) {
        return Unprintable.escaped(text, false);
    }

    /** The same text, whose line feeds and tabs stay: they are ours. Lines that end as on Windows end with a line feed alone. */
    public static String lines(CharSequence text) {
        return Unprintable.escaped(text.toString().replace("\r\n", "\n"), true);
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
