package io.taktstrom.deployment.load;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.FileGrammar;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.text.Node;
import io.taktstrom.text.NodeBudget;
import io.taktstrom.text.Problems;
import io.taktstrom.text.TextFile;
import io.taktstrom.text.YamlText;
import org.jspecify.annotations.Nullable;

/**
 * Makes one whole of a file, those that it includes, its templates and its defaults. One use.
 *
 * <pre>
 *   plant.yaml --include--> presses.yaml --include--> press.yaml      each file once, no circles
 *       |                        |                        |
 *       |  use ------------------|----------> templates   |          copies with parameters filled in
 *       v                        v                        v
 *   connections, scanClasses, points, streams, sinks     &lt;-- defaults of the file and of those that include it
 * </pre>
 */
final class Assembly {

    private static final int MAX_DEPTH = 10;
    private static final int MAX_FILES = 1000;

    /** A file, and those that it includes. */
    private record Source(Node.Mapping root, List<Source> included) {}

    private final Shape grammar;
    private final Problems problems;
    private final OutsideValues outside;
    private final NodeBudget budget;
    private final ShapeReader shapes;
    private final long maxBytes;
    private final Templates templates;
    private final Set<Path> files = new LinkedHashSet<>();
    private final Set<Path> known = new HashSet<>();
    /** A file is missing: what others name of it would all be reported. */
    private boolean incomplete;

    /** @param warnings what is right but does nothing */
    Assembly(
            Shape grammar,
            Problems problems,
            Problems warnings,
            OutsideValues outside,
            NodeBudget budget,
            ShapeReader shapes,
            long maxBytes) {
        this.grammar = grammar;
        this.problems = problems;
        this.outside = outside;
        this.budget = budget;
        this.shapes = shapes;
        this.maxBytes = maxBytes;
        templates = new Templates(grammar, problems, warnings, outside, budget, shapes);
    }

    /** All files that were read, the first one first. */
    Set<Path> files() {
        return files;
    }

    /**
     * The whole, with nothing in it but sections; null when a file cannot be read.
     *
     * @param given what the file holds; null to read it
     */
    Node.@Nullable Mapping of(Path file, @Nullable String given) {
        Source main;
        try {
            main = source(file, given, null, List.of());
        } catch (TextFile.UnreadableException e) {
            problems.at(file.toString(), 0, 0, String.valueOf(e.getMessage()), e.hint());
            return null;
        }
        if (main == null || incomplete) {
            return null;
        }
        define(main);
        Sections sections = sections(main);
        // What there was room for says nothing of the whole.
        return templates.isExhausted() ? null : sections.in(main.root());
    }

    /** @param chain the files that led here */
    private @Nullable Source source(Path file, @Nullable String given, Node.@Nullable Via via, List<Path> chain)
            throws TextFile.UnreadableException {
        files.add(file);
        known.add(real(file));
        String text = given == null ? TextFile.read(file, maxBytes) : given;
        Node root = YamlText.read(file.toString(), text, problems, budget, via, outside::resolved);
        if (root == null) {
            return null;
        }
        if (!(root instanceof Node.Mapping mapping)) {
            problems.at(root, "must be a mapping, not " + root.describe(), "begin with 'connections:'");
            return null;
        }
        shapes.read(mapping, grammar, new Choice.Only(grammar));
        List<Path> here = new ArrayList<>(chain);
        here.add(real(file));
        List<Source> included = new ArrayList<>();
        for (Node.Scalar path : paths(mapping.get(FileGrammar.INCLUDE))) {
            Source source = included(path, here);
            if (source != null) {
                included.add(source);
            }
        }
        return new Source(mapping, included);
    }

    private static List<Node.Scalar> paths(@Nullable Node include) {
        List<Node> nodes = include instanceof Node.Sequence sequence
                ? sequence.items()
                : include == null ? List.of() : List.of(include);
        return nodes.stream()
                .filter(Node.Scalar.class::isInstance)
                .map(Node.Scalar.class::cast)
                .toList();
    }

    private @Nullable Source included(Node.Scalar path, List<Path> chain) {
        try {
            Path file = Path.of(path.file()).resolveSibling(path.text());
            Path real = real(file);
            if (chain.contains(real)) {
                String circle = chain.subList(chain.indexOf(real), chain.size()).stream()
                        .map(each -> each.getFileName() + " -> ")
                        .collect(Collectors.joining());
                problems.at(path, "files include each other: " + circle + real.getFileName(), "remove one include");
            } else if (chain.size() == MAX_DEPTH || known.size() == MAX_FILES) {
                problems.at(
                        path,
                        "includes are more than " + (chain.size() == MAX_DEPTH ? MAX_DEPTH + " deep" : MAX_FILES + ""),
                        "include fewer files, at fewer levels");
            } else if (!known.contains(real)) {
                Source source = source(file, null, new Node.Via("included", path, ""), chain);
                incomplete |= source == null;
                return source;
            }
        } catch (TextFile.UnreadableException e) {
            problems.at(path, "file " + path.text() + " " + e.getMessage(), e.hint());
            incomplete = true;
        } catch (InvalidPathException e) {
            incomplete = true;
            problems.at(path, "'" + path.text() + "' is not a file path", "check the path");
        }
        return null;
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath().normalize();
        }
    }

    private void define(Source source) {
        source.included().forEach(this::define);
        templates.define(source.root().get(FileGrammar.TEMPLATES));
    }

    private Sections sections(Source source) {
        Sections sections = new Sections(problems);
        source.included().forEach(file -> sections.add(sections(file)));
        sections.addAll(source.root());
        templates.use(source.root().get(FileGrammar.USE), sections);
        return Defaults.of(source.root().get(FileGrammar.DEFAULTS), grammar, problems, shapes)
                .applied(sections);
    }
}
