package io.taktstrom.cli.deployment;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt validate}. */
@Command(
        name = "validate",
        description =
                "Check a deployment file. Says at once all that is wrong, and what does nothing; talks to no device.",
        footer = {"", "Example:", "  takt validate plant.yaml"})
public final class ValidateCommand extends ShellCommand {

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    public ValidateCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() {
        String summary = file.load(shell).summary();
        out().println(file.path() + ": valid: " + summary);
        return ExitCode.GOOD;
    }
}
