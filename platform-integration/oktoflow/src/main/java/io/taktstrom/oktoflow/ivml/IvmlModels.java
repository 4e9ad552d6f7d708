package io.taktstrom.oktoflow.ivml;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.text.Problems;
import io.taktstrom.text.TextFile;
import org.jspecify.annotations.Nullable;

/** The declarations of some files, and of those beside them that they import. One thread. */
final class IvmlModels {

    private static final long MAX_BYTES = 16 << 20;

    /** A constant may be made of another one; not of itself. */
    private static final int MAX_STEPS = 100;

    /** Constants and texts that a value is put together of; constants may be sums of constants. */
    private static final int MAX_PARTS = 1000;

    private static final int MAX_CHARACTERS = 1 << 16;

    private final Problems problems;
    private final Map<String, IvmlFile.Declaration> declarations = new LinkedHashMap<>();
    private final Map<String, String> parents = new HashMap<>();
    /** Of the value that is being put together. */
    private int parts;

    private IvmlModels(Problems problems) {
        this.problems = problems;
    }

    static IvmlModels read(List<Path> files, Problems problems) {
        IvmlModels models = new IvmlModels(problems);
        Set<Path> seen = new HashSet<>();
        Deque<Path> open = new ArrayDeque<>(files);
        while (!open.isEmpty()) {
            Path file = open.remove();
            if (seen.add(file.toAbsolutePath().normalize())) {
                IvmlFile model = models.file(file);
                if (model != null) {
                    model.imports().forEach(name -> addImported(file, name, open));
                }
            }
        }
        return models;
    }

    private static void addImported(Path file, String project, Deque<Path> open) {
        try {
            Path imported = file.resolveSibling(project + ".ivml");
            if (Files.isRegularFile(imported)) {
                open.add(imported);
            }
        } catch (InvalidPathException e) {
            // A name that no file can have here.
        }
    }

    private @Nullable IvmlFile file(Path file) {
        try {
            IvmlFile model = IvmlParser.parse(
                    file.toString(), TextFile.read(file, MAX_BYTES, StandardCharsets.ISO_8859_1), problems);
            if (model != null) {
                parents.putAll(model.parents());
                model.declarations().forEach(each -> declarations.putIfAbsent(each.name(), each));
            }
            return model;
        } catch (TextFile.UnreadableException e) {
            problems.at(file.toString(), 0, 0, String.valueOf(e.getMessage()), e.hint());
            return null;
        }
    }

    Iterable<IvmlFile.Declaration> declarations() {
        return declarations.values();
    }

    IvmlFile.@Nullable Declaration declaration(IvmlValue.Name name) {
        return declarations.get(name.last());
    }

    /** The kind of a connector, also by way of compounds that refine it. */
    @Nullable
    ConnectorKind kind(String compound) {
        String each = compound;
        for (int i = 0; i < MAX_STEPS && !each.isEmpty(); i++) {
            ConnectorKind kind = ConnectorKind.ofCompound(each);
            if (kind != null) {
                return kind;
            }
            each = parents.getOrDefault(each, "");
        }
        return null;
    }

    /** A value as text; a problem where it is none. */
    String text(IvmlValue value) {
        parts = 0;
        String text = text(value, 0);
        if (parts > MAX_PARTS || text.length() > MAX_CHARACTERS) {
            wrong(
                    value,
                    "it is made of more than " + MAX_PARTS + " parts, or " + MAX_CHARACTERS + " characters",
                    "write the value itself");
            return "";
        }
        return text;
    }

    private String text(IvmlValue value, int steps) {
        if (++parts > MAX_PARTS) {
            return "";
        }
        if (value instanceof IvmlValue.Text text) {
            return text.text();
        }
        if (value instanceof IvmlValue.Numeral number) {
            return number.digits();
        }
        if (value instanceof IvmlValue.Sum sum) {
            StringBuilder whole = new StringBuilder();
            for (IvmlValue part : sum.parts()) {
                whole.append(text(part, steps + 1));
                if (parts > MAX_PARTS || whole.length() > MAX_CHARACTERS) {
                    break;
                }
            }
            return whole.toString();
        }
        if (value instanceof IvmlValue.Name name) {
            if (name.name().equals("true")
                    || name.name().equals("false")
                    || name.name().indexOf(':') >= 0) {
                return name.last();
            }
            IvmlFile.Declaration constant = declaration(name);
            IvmlValue meant = constant == null ? null : constant.value();
            if (meant != null && steps < MAX_STEPS) {
                return text(meant, steps + 1);
            }
        }
        if (value instanceof IvmlValue.Call call) {
            wrong(
                    value,
                    "the function " + call.function()
                            + " is not understood: its value is known to oktoflow's generator only",
                    "write the value itself");
            return "";
        }
        wrong(value, "its value is not known here", "write a text or a number, or name the file that declares it too");
        return "";
    }

    long number(IvmlValue value) {
        String text = text(value);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            wrong(value, "'" + text + "' is not a whole number", "write one");
            return 0;
        }
    }

    void wrong(IvmlValue value, String message, String hint) {
        wrong(value.at(), message, hint);
    }

    void wrong(Mark at, String message, String hint) {
        problems.at(at.file(), at.line(), at.column(), message, hint);
    }
}
