package io.taktstrom.cli;

import java.nio.file.Path;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.Problem;
import io.taktstrom.deployment.load.DeploymentLoader;
import picocli.CommandLine.Parameters;

/** The deployment file that a command works on, as its first parameter. */
final class DeploymentFile {

    @Parameters(index = "0", paramLabel = "FILE", description = "The deployment file (YAML).")
    private Path file = Path.of("");

    Path path() {
        return file;
    }

    /** @throws InvalidFileException with all that is wrong with it */
    Deployment load(Shell shell) {
        DeploymentResult result = DeploymentLoader.of(shell.providers()).load(file);
        if (result instanceof DeploymentResult.Loaded loaded) {
            return loaded.deployment();
        }
        throw new InvalidFileException(((DeploymentResult.Invalid) result)
                .problems().stream().map(Problem::toString).toList());
    }
}
