package io.taktstrom.cli.deployment;

import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt validate}. */
@Command(
        name = "validate",
        description =
                "Check a deployment file. Says at once all that is wrong, and what does nothing; talks to no device.",
        footer = {"", "Example:", "  takt validate plant.yaml"})
public final class ValidateCommand implements Callable<Integer> {

    private final Shell shell;

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    public ValidateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        String summary = file.load(shell).summary();
        shell.terminal().out().println(file.path() + ": valid: " + summary);
        return ExitCode.GOOD;
    }
}
