package io.taktstrom.cli.deployment;

import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt validate}. */
@Command(
        name = "validate",
        description =
                "Check a deployment file. Lists all errors at once, and options without effect; talks to no device.",
        footer = {"", "Example:", "  takt validate plant.yaml"})
public final class ValidateCommand extends ShellCommand implements Callable<Integer> {

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Override
    public Integer call() {
        out().println(file.path() + ": valid: "
                + file.loadAndWarn(shell).deployment().summary());
        return ExitCode.GOOD;
    }
}
