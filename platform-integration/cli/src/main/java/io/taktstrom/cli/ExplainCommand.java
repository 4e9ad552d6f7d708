package io.taktstrom.cli;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code takt explain}. */
@Command(
        name = "explain",
        description =
                "Say what a deployment file would do: what is sampled, how, and where it goes. Talks to no device.",
        footer = {
            "",
            "Example:",
            "  takt explain plant.yaml",
            "",
            "'takt run --dry plant.yaml' asks the devices as well."
        })
final class ExplainCommand implements Callable<Integer> {

    private final Shell shell;

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    ExplainCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        shell.terminal().out().println(file.load());
        return Takt.GOOD;
    }
}
