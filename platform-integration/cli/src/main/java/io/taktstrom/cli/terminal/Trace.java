package io.taktstrom.cli.terminal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Where an exception comes from, as Java shows it, but {@link Printable}: a message in it cannot begin a line. */
public final class Trace {

    private final List<String> lines = new ArrayList<>();
    private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private Trace() {}

    /** A line for each frame. */
    public static String of(Throwable thrown) {
        Trace trace = new Trace();
        trace.add("", "", thrown);
        return String.join("\n", trace.lines) + "\n";
    }

    private void add(String indent, String title, Throwable thrown) {
        if (!seen.add(thrown)) {
            return;
        }
        lines.add(indent + title + Printable.of(thrown.toString()));
        for (StackTraceElement frame : thrown.getStackTrace()) {
            lines.add(indent + "\tat " + Printable.of(frame.toString()));
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            add(indent + "\t", "Suppressed: ", suppressed);
        }
        if (thrown.getCause() != null) {
            add(indent, "Caused by: ", thrown.getCause());
        }
    }
}
