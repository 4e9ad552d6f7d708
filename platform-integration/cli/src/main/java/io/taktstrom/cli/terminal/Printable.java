package io.taktstrom.cli.terminal;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.format.Unprintable;
import io.taktstrom.sinks.format.ValueText;

/**
 * Text made safe for a terminal: what a device, a file or a library says must not move the cursor, change a colour or begin
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

    /** The same text, whose line feeds and tabs stay: they are ours. Line ends of Windows become a line feed alone. */
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

    /** The type of a point; unknown when it could not be resolved. */
    public static String type(PointGroup group, int point) {
        return StatusCode.isGood(group.statusAt(point)) ? group.typeAt(point).text() : "-";
    }

    /** A stack trace as Java shows it, a line for each frame; but a message in it cannot begin a line. */
    public static String trace(Throwable thrown) {
        StringBuilder lines = new StringBuilder();
        trace(lines, "", "", thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
        return lines.toString();
    }

    private static void trace(StringBuilder lines, String indent, String title, Throwable thrown, Set<Throwable> seen) {
        if (!seen.add(thrown)) {
            return;
        }
        lines.append(indent).append(title).append(of(thrown.toString())).append('\n');
        for (StackTraceElement frame : thrown.getStackTrace()) {
            lines.append(indent).append("\tat ").append(of(frame.toString())).append('\n');
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            trace(lines, indent + "\t", "Suppressed: ", suppressed, seen);
        }
        if (thrown.getCause() != null) {
            trace(lines, indent, "Caused by: ", thrown.getCause(), seen);
        }
    }
}
