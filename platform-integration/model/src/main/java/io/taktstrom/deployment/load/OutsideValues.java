package io.taktstrom.deployment.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.taktstrom.deployment.grammar.FileGrammar;
import io.taktstrom.deployment.text.Node;
import io.taktstrom.deployment.text.Problems;
import io.taktstrom.deployment.text.TextFile;
import org.jspecify.annotations.Nullable;

/** Fetches values that a file only refers to: {@code ${env:NAME}} and {@code ${file:PATH}}. Never shows one. */
final class OutsideValues {

    private static final Pattern REFERENCE = Pattern.compile(FileGrammar.REFERENCE_PATTERN);
    private static final String FORMS = "write \"${env:NAME}\" or \"${file:PATH}\", and nothing else, as the value";
    private static final long MAX_BYTES = 64 << 10;

    private static final Set<PosixFilePermission> OWNER_ONLY = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final Path source;
    private final Function<String, @Nullable String> environment;
    private final Problems problems;

    OutsideValues(Path source, Function<String, @Nullable String> environment, Problems problems) {
        this.source = source;
        this.environment = environment;
        this.problems = problems;
    }

    /** Whether a text is a reference, or an attempt at one. */
    static boolean isReference(String text) {
        return text.contains("${");
    }

    /** The value; null when there is none, which is then among the problems. */
    @Nullable
    String get(Node.Scalar node) {
        String text = node.text();
        if (!REFERENCE.matcher(text).matches()) {
            problems.at(node, "is no reference of a known form", FORMS);
            return null;
        }
        String target = text.substring(text.indexOf(':') + 1, text.length() - 1);
        return text.startsWith("${env:") ? variable(node, target) : file(node, target);
    }

    /** Reports a secret that stands in the file. */
    void literalSecret(Node node) {
        problems.at(node, "is a secret and must not stand in the file", FORMS);
    }

    private @Nullable String variable(Node node, String name) {
        String value = environment.apply(name);
        if (value == null) {
            problems.at(node, "environment variable " + name + " is not set", "set it before the start");
        }
        return value;
    }

    private @Nullable String file(Node node, String path) {
        try {
            Path file = source.resolveSibling(path);
            if (Files.exists(file) && !isPrivate(node, path, file)) {
                return null;
            }
            String text = TextFile.read(file, MAX_BYTES);
            return text.replaceFirst("\\r?\\n$", "");
        } catch (TextFile.UnreadableException e) {
            problems.at(node, "file " + path + " " + e.getMessage(), e.hint());
        } catch (InvalidPathException e) {
            problems.at(node, "this is no path of a file", FORMS);
        }
        return null;
    }

    private boolean isPrivate(Node node, String path, Path file) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!OWNER_ONLY.containsAll(permissions)) {
                String mode = PosixFilePermissions.toString(permissions);
                problems.at(node, "file " + path + " is open to others (" + mode + ")", "chmod 600 " + path);
                return false;
            }
        } catch (UnsupportedOperationException e) {
            // A file system without modes cannot be checked.
        } catch (IOException e) {
            problems.at(node, "file " + path + " cannot be checked: " + e.getMessage(), "check the path");
            return false;
        }
        return true;
    }
}
