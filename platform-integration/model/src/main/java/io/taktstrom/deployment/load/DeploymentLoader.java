package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.grammar.FileGrammar;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.spi.Providers;
import io.taktstrom.text.Node;
import io.taktstrom.text.NodeBudget;
import io.taktstrom.text.Problems;
import io.taktstrom.text.TextFile;
import io.taktstrom.text.YamlText;
import org.jspecify.annotations.Nullable;

/** Reads deployment files. Immutable, thread-safe. Never throws for what a file holds. */
public final class DeploymentLoader {

    /** Largest file, in bytes, that a standard loader reads. */
    public static final long STANDARD_MAX_BYTES = 16L << 20;

    private final Catalog catalog;
    private final Shape grammar;
    private final Function<String, @Nullable String> environment;
    private final long maxBytes;

    /**
     * @param catalog what a file can name
     * @param environment the value of an environment variable, or null
     * @param maxBytes largest deployment file, and largest imported file, in bytes
     */
    public DeploymentLoader(Catalog catalog, Function<String, @Nullable String> environment, long maxBytes) {
        this.catalog = catalog;
        grammar = FileGrammar.of(catalog);
        this.environment = environment;
        this.maxBytes = maxBytes;
    }

    /** With what is on the class path and in the process's environment. */
    public static DeploymentLoader standard() {
        return of(Providers.ofClassPath());
    }

    /** With these providers, and the process's environment. */
    public static DeploymentLoader of(Providers providers) {
        Map<String, String> environment = System.getenv();
        return new DeploymentLoader(Catalog.of(providers), environment::get, STANDARD_MAX_BYTES);
    }

    /** Reads a file, those that it imports and those that hold its secrets. */
    public DeploymentResult load(Path file) {
        Problems problems = new Problems(file.toString());
        try {
            return read(file, TextFile.read(file, maxBytes), problems);
        } catch (TextFile.UnreadableException e) {
            problems.at(file.toString(), 0, 0, String.valueOf(e.getMessage()), e.hint());
            return new DeploymentResult.Invalid(problems.sorted());
        }
    }

    private DeploymentResult read(Path file, String text, Problems problems) {
        NodeBudget budget = new NodeBudget(NodeBudget.STANDARD);
        OutsideValues outside = new OutsideValues(file, environment, problems);
        Node root = YamlText.read(file.toString(), text, problems, budget);
        Deployment deployment = root == null
                ? null
                : new DeploymentReader(catalog, grammar, problems, outside, budget, maxBytes).read(file, root);
        return root == null || deployment == null
                ? new DeploymentResult.Invalid(problems.sorted())
                : new DeploymentResult.Loaded(deployment, Unused.in(deployment, root));
    }
}
