package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.Problem;
import org.jspecify.annotations.Nullable;

/** Reads deployment files. Immutable, thread-safe. Never throws for what a file holds. */
public final class DeploymentLoader {

    /** Largest file, in bytes, that a standard loader reads. */
    public static final long STANDARD_MAX_BYTES = 16L << 20;

    private final Catalog catalog;
    private final Function<String, @Nullable String> environment;
    private final long maxBytes;

    /**
     * @param catalog what a file can name
     * @param environment the value of an environment variable, or null
     * @param maxBytes largest deployment file, and largest imported file, in bytes
     */
    public DeploymentLoader(Catalog catalog, Function<String, @Nullable String> environment, long maxBytes) {
        this.catalog = catalog;
        this.environment = environment;
        this.maxBytes = maxBytes;
    }

    /** With what is on the class path and in the process's environment. */
    public static DeploymentLoader standard() {
        Map<String, String> environment = System.getenv();
        return new DeploymentLoader(Catalog.installed(), environment::get, STANDARD_MAX_BYTES);
    }

    /** Reads a file, those that it imports and those that hold its secrets. */
    public DeploymentResult load(Path file) {
        return new DeploymentResult.Invalid(List.of(
                new Problem(file.toString(), 0, 0, "", "cannot be read yet", "" + catalog + environment + maxBytes)));
    }
}
