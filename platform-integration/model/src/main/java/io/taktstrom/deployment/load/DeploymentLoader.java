package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.grammar.FileGrammar;
import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.spi.Providers;
import io.taktstrom.text.Node;
import io.taktstrom.text.NodeBudget;
import io.taktstrom.text.Problems;
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

    /** Reads a file, those that it includes or imports, and those that hold its secrets. */
    public DeploymentResult load(Path file) {
        return load(file, null, false);
    }

    /**
     * Reads a text as if it stood in a file, which need not be there.
     *
     * @param file names the text in messages; relative paths start at its directory
     */
    public DeploymentResult read(Path file, String text) {
        return load(file, text, false);
    }

    /** The same for a text that something else has kept, and put secrets into: they need not be references. */
    public DeploymentResult readWithSecrets(Path file, String text) {
        return load(file, text, true);
    }

    private DeploymentResult load(Path file, @Nullable String text, boolean mayHoldSecrets) {
        Problems problems = new Problems(file.toString());
        Problems warnings = new Problems(file.toString());
        OutsideValues outside = new OutsideValues(environment, problems, mayHoldSecrets);
        Set<Path> files = new LinkedHashSet<>();
        LoadContext context =
                new LoadContext(problems, warnings, outside, new NodeBudget(NodeBudget.STANDARD), maxBytes, files);
        Node.Mapping whole = new Assembly(grammar, context).of(file, text);
        Deployment deployment =
                whole == null ? null : new DeploymentReader(catalog, grammar, context).read(file, whole);
        files.addAll(outside.files());
        if (whole == null || deployment == null) {
            return new DeploymentResult.Invalid(problems.sorted(), files);
        }
        new Unused(deployment, whole, warnings).find();
        return new DeploymentResult.Loaded(deployment, warnings.sorted(), files, places(deployment, whole));
    }

    /** Where everything that has a name comes from. */
    private static Map<String, String> places(Deployment deployment, Node.Mapping whole) {
        Map<String, String> places = new LinkedHashMap<>();
        whole.entries().forEach((section, node) -> {
            if (node instanceof Node.Mapping entries) {
                entries.entries().forEach((name, entry) -> places.put(section + "." + name, entry.place()));
            } else if (section.equals(FileKeys.STREAMS) && node instanceof Node.Sequence streams) {
                for (int i = 0; i < deployment.streams().size(); i++) {
                    places.put(
                            section + "." + deployment.streams().get(i).name(),
                            streams.items().get(i).place());
                }
            }
        });
        return places;
    }
}
