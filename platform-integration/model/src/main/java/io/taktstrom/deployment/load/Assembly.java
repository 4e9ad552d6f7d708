package io.taktstrom.deployment.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.text.Node;
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
    private final LoadContext context;
    private final Problems problems;
    private final ShapeReader shapes;
    private final Templates templates;
    private final Set<Path> known = new HashSet<>();

    /** A file is missing: what others name of it would all be reported. */
    private boolean incomplete;

    Assembly(Shape grammar, LoadContext context) {
        this.grammar = grammar;
        this.context = context;
        problems = context.problems();
        shapes = context.shapes(Map.of());
        templates = new Templates(grammar, context, shapes);
    }

    /**
     * The whole, with nothing in it but sections; null when a file cannot be read.
     *
     * @param given what the file holds; null to read it
     */
    Node.@Nullable Mapping of(Path file, @Nullable String given) {
        String text = given;
        if (text == null) {
            try {
                text = TextFile.read(file, context.maxBytes());
            } catch (TextFile.UnreadableException e) {
                context.files().add(file);
                problems.at(file.toString(), 0, 0, String.valueOf(e.getMessage()), e.hint());
                return null;
            }
        }
        Source main = source(file, text, null, List.of());
        if (main == null || incomplete) {
            return null;
        }
        define(main);
        Sections sections = sections(main);
        // What there was room for says nothing of the whole.
        return templates.isExhausted() ? null : sections.in(main.root());
    }

    /** @param chain the files that led here */
    private @Nullable Source source(Path file, String text, Node.@Nullable Via via, List<Path> chain) {
        context.files().add(file);
        known.add(real(file));
        Node root = YamlText.read(file.toString(), text, problems, context.budget(), via, context.outside()::resolved);
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
        for (Node path : LoadContext.oneOrMore(mapping.get(FileKeys.INCLUDE))) {
            Source source = path instanceof Node.Scalar scalar ? included(scalar, here) : null;
            if (source != null) {
                included.add(source);
            }
        }
        return new Source(mapping, included);
    }

    private @Nullable Source included(Node.Scalar path, List<Path> chain) {
        Path file = context.resolve(path, path.text());
        if (file == null) {
            incomplete = true;
            return null;
        }
        Path real = real(file);
        if (chain.contains(real)) {
            String circle = chain.subList(chain.indexOf(real), chain.size()).stream()
                    .map(each -> each.getFileName() + " -> ")
                    .collect(Collectors.joining());
            problems.at(path, "files include each other: " + circle + real.getFileName(), "remove one include");
            return null;
        }
        if (chain.size() == MAX_DEPTH || known.size() == MAX_FILES) {
            problems.at(
                    path,
                    "includes are more than " + (chain.size() == MAX_DEPTH ? MAX_DEPTH + " deep" : MAX_FILES + ""),
                    "include fewer files, at fewer levels");
            return null;
        }
        if (known.contains(real)) {
            return null;
        }
        context.files().add(file);
        String text = context.read(path, path.text(), file);
        Source source = text == null ? null : source(file, text, new Node.Via("included", path, ""), chain);
        incomplete |= source == null;
        return source;
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
        templates.define(source.root().get(FileKeys.TEMPLATES));
    }

    private Sections sections(Source source) {
        Sections sections = new Sections(context);
        source.included().forEach(file -> sections.add(sections(file)));
        sections.addAll(source.root());
        templates.use(source.root().get(FileKeys.USE), sections);
        return Defaults.of(source.root().get(FileKeys.DEFAULTS), grammar, problems, shapes)
                .applied(sections);
    }
}
