package io.taktstrom.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt validate}. */
@Command(
        name = "validate",
        description = "Check a deployment file. Says all that is wrong at once; talks to no device.",
        footer = {"", "Example:", "  takt validate plant.yaml"})
final class ValidateCommand implements Callable<Integer> {

    private final Shell shell;

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    ValidateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        String summary = file.load(shell).summary();
        shell.terminal().out().println(file.path() + ": valid: " + summary);
        return Takt.GOOD;
    }
}
