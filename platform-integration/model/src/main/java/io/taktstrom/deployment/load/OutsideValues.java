package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.function.Function;

import io.taktstrom.descriptor.Reference;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Fetches values that a file only refers to, by {@link Reference}. Never shows one. */
final class OutsideValues {

    private final Path folder;
    private final Function<String, @Nullable String> environment;
    private final Problems problems;

    OutsideValues(Path source, Function<String, @Nullable String> environment, Problems problems) {
        folder = source.resolveSibling("");
        this.environment = environment;
        this.problems = problems;
    }

    /** The value; null when there is none, which is then among the problems. */
    @Nullable
    String get(Node.Scalar node) {
        try {
            return Reference.parse(node.text()).resolve(folder, environment);
        } catch (Reference.UnresolvedException e) {
            problems.at(node, e.problem(), e.hint());
            return null;
        }
    }

    /** Reports a secret that stands in the file. */
    void literalSecret(Node node) {
        problems.at(node, "is a secret and must not stand in the file", Reference.FORMS);
    }
}
