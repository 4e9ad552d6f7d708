package io.taktstrom.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Where an exception comes from, a line for each frame: a message in it cannot begin a line. */
final class Trace {

    private final List<String> lines = new ArrayList<>();
    private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private Trace() {}

    static List<String> lines(Throwable thrown) {
        Trace trace = new Trace();
        trace.add("", "", thrown);
        return trace.lines;
    }

    private void add(String indent, String title, Throwable thrown) {
        if (!seen.add(thrown)) {
            return;
        }
        lines.add(indent + title + Printable.of(thrown.toString()));
        for (StackTraceElement frame : thrown.getStackTrace()) {
            lines.add(indent + "    at " + Printable.of(frame.toString()));
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            add(indent + "    ", "Suppressed: ", suppressed);
        }
        if (thrown.getCause() != null) {
            add(indent, "Caused by: ", thrown.getCause());
        }
    }
}
