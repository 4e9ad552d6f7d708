package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.text.Node;
import io.taktstrom.text.NodeBudget;
import io.taktstrom.text.Problem;
import io.taktstrom.text.Problems;
import io.taktstrom.text.TextFile;
import io.taktstrom.text.YamlText;
import org.jspecify.annotations.Nullable;

/** Adds points to a deployment file after those that it has, and changes nothing else in it. */
final class PointFile {

    private final Path file;
    private final List<String> lines;
    private final Node.Mapping root;

    private PointFile(Path file, String text) {
        this.file = file;
        lines = new ArrayList<>(text.lines().toList());
        root = root(text);
    }

    /**
     * Adds those that the file does not have: neither the name, nor the address on the same connection.
     *
     * @return how many
     * @throws InvalidFileException when points cannot be added to the file; it is unchanged then
     */
    static int add(Path file, String connection, List<PointLines.Line> points) throws IOException {
        try {
            return new PointFile(file, TextFile.read(file, DeploymentLoader.STANDARD_MAX_BYTES))
                    .add(connection, points);
        } catch (TextFile.UnreadableException e) {
            throw new InvalidFileException(file + ": " + e.getMessage() + "; " + e.hint());
        }
    }

    private int add(String connection, List<PointLines.Line> points) throws IOException {
        checkConnection(connection);
        Node section = root.get("points");
        List<PointLines.Line> added = missing(section, connection, points);
        if (added.isEmpty()) {
            return 0;
        }
        int at = lines.size();
        String indent = "  ";
        if (section instanceof Node.Sequence sequence && isBlock(sequence)) {
            at = end(section);
            indent = " ".repeat(sequence.column() - 1);
        } else if (section instanceof Node.Scalar scalar && scalar.text().isEmpty()) {
            at = end(section);
        } else if (section == null) {
            lines.add(at++, "points:");
        } else {
            throw new InvalidFileException(file + ":" + section.line() + ":" + section.column()
                    + ": points: cannot be added to " + section.describe() + " in brackets; write each on a line that"
                    + " begins with '- '");
        }
        for (PointLines.Line point : added) {
            lines.add(at++, indent + Printable.of(point.text()));
        }
        replace(String.join("\n", lines) + "\n");
        return added.size();
    }

    private void checkConnection(String connection) {
        Set<String> known = root.get("connections") instanceof Node.Mapping mapping
                ? mapping.entries().keySet()
                : Set.of();
        if (!known.contains(connection)) {
            throw new InvalidFileException(
                    file + ": unknown connection " + connection + "; use --on: " + Closest.hint(connection, known));
        }
    }

    private static List<PointLines.Line> missing(
            @Nullable Node section, String connection, List<PointLines.Line> points) {
        Set<String> ids = new HashSet<>();
        Set<String> addresses = new HashSet<>();
        if (section instanceof Node.Sequence sequence) {
            for (Node item : sequence.items()) {
                ids.add(text(item, "id"));
                addresses.add(text(item, "on") + "\n" + text(item, "address"));
            }
        }
        return points.stream()
                .filter(point -> !ids.contains(point.id()) && !addresses.contains(connection + "\n" + point.address()))
                .toList();
    }

    private static String text(Node item, String key) {
        return item instanceof Node.Mapping mapping && mapping.get(key) instanceof Node.Scalar scalar
                ? scalar.text()
                : "";
    }

    private boolean isBlock(Node.Sequence sequence) {
        String line = lines.get(sequence.line() - 1);
        return sequence.column() <= line.length() && line.charAt(sequence.column() - 1) == '-';
    }

    /** The line after the last one of a section that is not blank, nor a comment above the next section. */
    private int end(Node section) {
        int end = root.entries().values().stream()
                .mapToInt(other -> other.origin().line() - 1)
                .filter(line -> line >= section.line())
                .min()
                .orElse(lines.size());
        while (end > section.line() && lines.get(end - 1).matches("\\s*(?:#.*|\\.\\.\\.)?")) {
            end--;
        }
        return end;
    }

    private Node.Mapping root(String text) {
        Problems problems = new Problems(file.toString());
        Node found = YamlText.read(file.toString(), text, problems, new NodeBudget(NodeBudget.STANDARD));
        if (found instanceof Node.Mapping mapping && problems.count() == 0) {
            return mapping;
        }
        if (problems.count() == 0) {
            throw new InvalidFileException(file + ": not a deployment file; begin with 'connections:'");
        }
        throw new InvalidFileException(
                problems.sorted().stream().map(Problem::toString).toList());
    }

    /** Atomic: a reader never sees half a file. */
    private void replace(String text) throws IOException {
        Path real = file.toRealPath();
        Path written = Files.createTempFile(real.getParent(), "." + real.getFileName(), ".new");
        try {
            Files.write(written, text.getBytes(StandardCharsets.UTF_8));
            check(written);
            copyMode(real, written);
            try {
                Files.move(written, real, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(written, real, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(written);
        }
    }

    /** A valid file stays valid: the scan class of the points may be unknown in it. */
    private void check(Path written) {
        DeploymentLoader loader = DeploymentLoader.standard();
        if (loader.load(written) instanceof DeploymentResult.Invalid after
                && loader.load(file) instanceof DeploymentResult.Loaded) {
            throw new InvalidFileException(after.problems().stream()
                    .limit(1)
                    .map(problem ->
                            file + ": " + problem.path() + " as added: " + problem.message() + "; " + problem.hint())
                    .toList());
        }
    }

    private static void copyMode(Path from, Path to) throws IOException {
        try {
            Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
        } catch (UnsupportedOperationException e) {
            // A file system without modes.
        }
    }
}
