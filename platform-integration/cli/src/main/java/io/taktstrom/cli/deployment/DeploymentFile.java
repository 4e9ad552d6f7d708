package io.taktstrom.cli.deployment;

import java.nio.file.Path;
import java.util.function.Consumer;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.text.Problem;
import picocli.CommandLine.Parameters;

/** The deployment file that a command works on, as its first parameter. */
public final class DeploymentFile {

    @Parameters(index = "0", paramLabel = "FILE", description = "The deployment file (YAML).")
    private Path file = Path.of("");

    public Path path() {
        return file;
    }

    /**
     * Reads and checks it, and says what in it does nothing.
     *
     * @throws InvalidFileException with all that is wrong with it
     */
    public Deployment load(Shell shell) {
        return load(shell, problem -> shell.note("warning: " + problem));
    }

    /** The same, without a word of what does nothing. */
    public Deployment loadQuietly(Shell shell) {
        return load(shell, problem -> {});
    }

    /** What became of it now. */
    DeploymentResult read(Shell shell) {
        return DeploymentLoader.of(shell.providers()).load(file);
    }

    private Deployment load(Shell shell, Consumer<Problem> warnings) {
        return loaded(read(shell), warnings).deployment();
    }

    /** @throws InvalidFileException with all that is wrong with it */
    static DeploymentResult.Loaded loaded(DeploymentResult result, Consumer<Problem> warnings) {
        if (result instanceof DeploymentResult.Loaded loaded) {
            loaded.warnings().forEach(warnings);
            return loaded;
        }
        throw new InvalidFileException(((DeploymentResult.Invalid) result)
                .problems().stream().map(Problem::toString).toList());
    }
}
