package io.taktstrom.cli.deployment;

import java.nio.file.Path;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.text.Problem;
import picocli.CommandLine.Parameters;

/** The deployment file of a command, as its first parameter. */
public final class DeploymentFile {

    @Parameters(index = "0", paramLabel = "FILE", description = "The deployment file (YAML).")
    private Path file = Path.of("");

    public Path path() {
        return file;
    }

    /**
     * Reads and checks it, and shows the warnings.
     *
     * @throws InvalidFileException with all problems
     */
    DeploymentResult.Loaded loadAndWarn(Shell shell) {
        DeploymentResult.Loaded loaded = loaded(read(shell));
        loaded.warnings().forEach(warning -> shell.note("warning: " + warning));
        return loaded;
    }

    /** The same without the warnings. */
    public Deployment load(Shell shell) {
        return loaded(read(shell)).deployment();
    }

    DeploymentResult read(Shell shell) {
        return DeploymentLoader.of(shell.providers()).load(file);
    }

    /** @throws InvalidFileException with all problems */
    static DeploymentResult.Loaded loaded(DeploymentResult result) {
        if (result instanceof DeploymentResult.Loaded loaded) {
            return loaded;
        }
        throw new InvalidFileException(((DeploymentResult.Invalid) result)
                .problems().stream().map(Problem::toString).toList());
    }
}
