package io.taktstrom.cli.tags;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.text.CsvText;
import io.taktstrom.text.Node;
import io.taktstrom.text.NodeBudget;
import io.taktstrom.text.Problem;
import io.taktstrom.text.Problems;
import io.taktstrom.text.TextFile;
import io.taktstrom.text.YamlText;
import org.jspecify.annotations.Nullable;

/** Reads a tag export: JSON is Ignition's, CSV is Kepware's. One thread. */
final class TagReader {

    private static final long MAX_BYTES = 64L << 20;

    private final List<ExportedTag> tags = new ArrayList<>();
    private final Map<String, Integer> leftOut = new LinkedHashMap<>();

    /**
     * Reads a whole file.
     *
     * @throws InvalidFileException when it cannot be read, or is another file
     */
    void read(Path file) {
        String text;
        try {
            // Kepware writes in the code page of its machine.
            text = TextFile.read(file, MAX_BYTES, Charset.forName("windows-1252"));
        } catch (TextFile.UnreadableException e) {
            throw new InvalidFileException(file + ": " + e.getMessage() + "; " + e.hint());
        }
        Problems problems = new Problems(file.toString());
        NodeBudget budget = new NodeBudget(NodeBudget.STANDARD);
        if (text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[")) {
            // JSON is YAML.
            Node root = YamlText.read(file.toString(), text, problems, budget);
            if (root != null && problems.count() == 0) {
                new IgnitionTags(this).read(root);
            }
        } else {
            KepwareTags rows = new KepwareTags(this, file);
            CsvText.read(file.toString(), text, problems, budget, rows);
        }
        if (problems.count() > 0) {
            throw new InvalidFileException(
                    problems.sorted().stream().map(Problem::toString).toList());
        }
    }

    void add(ExportedTag tag) {
        tags.add(tag);
    }

    /** Counts a tag that cannot be a point. */
    void leaveOut(String why) {
        leftOut.merge(why, 1, Integer::sum);
    }

    List<ExportedTag> tags() {
        return tags;
    }

    /** Why tags cannot be points, and how many. */
    Map<String, Integer> leftOut() {
        return leftOut;
    }

    /** Text at a key; empty where there is none. */
    static String text(Node.Mapping of, String key) {
        return of.get(key) instanceof Node.Scalar scalar ? scalar.text().strip() : "";
    }

    /** Four numbers; empty where one is missing, or a range has no width. */
    static List<Double> scaling(Node.Mapping of, String... keys) {
        List<Double> numbers = Stream.of(keys)
                .map(key -> number(text(of, key)))
                .filter(Double::isFinite)
                .toList();
        return numbers.size() == keys.length && !numbers.get(0).equals(numbers.get(1)) ? numbers : List.of();
    }

    private static double number(@Nullable String text) {
        try {
            return text == null ? Double.NaN : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
