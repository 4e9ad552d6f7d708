package io.taktstrom.deployment.load;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.descriptor.Reference;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Fetches values that files only refer to, by {@link Reference}. Never shows one. One thread. */
final class OutsideValues {

    private static final String FILE = "${file:";

    private final Function<String, @Nullable String> environment;
    private final Problems problems;
    private final boolean mayHoldSecrets;
    private final Set<Path> files = new LinkedHashSet<>();

    /** @param mayHoldSecrets whether secrets may stand in the text itself */
    OutsideValues(Function<String, @Nullable String> environment, Problems problems, boolean mayHoldSecrets) {
        this.environment = environment;
        this.problems = problems;
        this.mayHoldSecrets = mayHoldSecrets;
    }

    /** Whether a secret may stand where it is used. */
    boolean allowsLiteral(Node.Scalar secret) {
        return mayHoldSecrets && !Reference.isMeant(secret.text());
    }

    /** Files that hold values, whether they can be read or not. */
    Set<Path> files() {
        return files;
    }

    /** A value of a file with what it refers to; as it is when that is not there, or when its template is not filled in yet. */
    Node.Scalar resolved(Node.Scalar node) {
        return isInTemplate(node) ? node : fetched(node);
    }

    /** The same, wherever it stands. */
    Node.Scalar fetched(Node.Scalar node) {
        try {
            return node.with(value(node), node.text());
        } catch (Reference.UnresolvedException e) {
            // Who wants the value reports it: only there is it sure to be wanted.
            return node;
        }
    }

    private String value(Node.Scalar node) {
        String text = node.text();
        Path folder = Path.of(node.file()).resolveSibling("");
        Reference reference = Reference.parse(text);
        if (text.startsWith(FILE)) {
            remember(folder, text.substring(FILE.length(), text.length() - 1));
        }
        return reference.resolve(folder, environment);
    }

    private void remember(Path folder, String path) {
        try {
            files.add(folder.resolve(path));
        } catch (InvalidPathException e) {
            // Who reads it says so.
        }
    }

    /** Filled-in copies have roots of their own. */
    private static boolean isInTemplate(Node node) {
        Node at = node;
        Node parent = at.origin().parent();
        while (parent != null && parent.origin().parent() != null) {
            at = parent;
            parent = at.origin().parent();
        }
        return parent != null && at.origin().key().equals(FileKeys.TEMPLATES);
    }

    /** Reports why a reference could not be followed; one in a template is followed in its copies only. */
    void report(Node.Scalar node) {
        if (isInTemplate(node)) {
            return;
        }
        try {
            value(node);
            problems.at(node, "references do not work in tables", "write the value itself");
        } catch (Reference.UnresolvedException e) {
            problems.at(node, e.problem(), e.hint());
        }
    }

    /** Reports a secret that stands in the file. */
    void literalSecret(Node node) {
        problems.at(node, "is a secret and must not be written in the file", Reference.FORMS);
    }
}
