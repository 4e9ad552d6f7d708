package io.taktstrom.testkit.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A page of the documentation with tables between markers: {@code <!-- bench NAME -->} ... {@code <!-- /bench -->}. */
public record Page(Path file) {

    private static final String END = "<!-- /bench -->";

    /**
     * Puts new lines between an experiment's markers.
     *
     * @return false when the page has no such markers
     */
    public boolean replace(String experiment, List<String> lines) throws IOException {
        String text = Files.readString(file);
        String marker = "<!-- bench " + experiment + " -->";
        int start = text.indexOf(marker);
        if (start < 0) {
            return false;
        }
        int end = text.indexOf(END, start);
        if (end < 0) {
            throw new IOException(file + ": " + marker + " has no " + END);
        }
        String body = marker + "\n" + String.join("\n", lines) + "\n";
        Files.writeString(file, text.substring(0, start) + body + text.substring(end));
        return true;
    }
}
