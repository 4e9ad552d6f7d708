package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.cli.shell.Shell;
import io.taktstrom.descriptor.Counted;
import tools.jackson.databind.json.JsonMapper;

/** Points as the {@code points} of a deployment file, a line each: printed, or added to a file. */
public final class PointLines {

    /** @param text the entry of the deployment file, without indentation */
    record Line(String id, String address, String text) {}

    private final PointOptions options;
    private final List<Line> lines = new ArrayList<>();

    public PointLines(PointOptions options) {
        this.options = options;
    }

    public void add(String id, String address, String comment) {
        add(id, address, Map.of(), comment);
    }

    /**
     * Adds a point.
     *
     * @param keys more keys of it, in their order, with values that need no quotes
     */
    public void add(String id, String address, Map<String, String> keys, String comment) {
        String more = keys.entrySet().stream()
                .map(key -> ", " + key.getKey() + ": " + key.getValue())
                .collect(Collectors.joining());
        String text = "- {id: " + quoted(id) + ", on: " + quoted(options.connection()) + ", address: " + quoted(address)
                + (options.scan() == null ? "" : ", scan: " + quoted(options.scan())) + more + "}"
                + (comment.isBlank() ? "" : "  # " + comment.strip().replaceAll("\\s+", " "));
        lines.add(new Line(id, address, text));
    }

    /** How many there are. */
    public int count() {
        return lines.size();
    }

    /**
     * Prints them, or adds them to the file of {@code --into}.
     *
     * @throws io.taktstrom.cli.shell.InvalidFileException when they cannot be added to it
     */
    public void finish(Shell shell) throws IOException {
        Path file = options.into();
        if (file == null) {
            shell.terminal().out().println("points:");
            lines.forEach(line -> shell.terminal().out().println("  " + line.text()));
            return;
        }
        int added = PointFile.add(file, options.connection(), lines);
        shell.note(file + ": " + Counted.of(added, "point") + " added"
                + (added == lines.size() ? "" : ", " + (lines.size() - added) + " were in it already"));
    }

    /** Text in JSON is text in YAML. */
    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
