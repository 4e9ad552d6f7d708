package io.taktstrom.cli.setup;

import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code takt completion}. */
@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh.",
        footer = {"", "Example:", "  source <(takt completion)"})
public final class CompletionCommand implements Callable<Integer> {

    private final Shell shell;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public CompletionCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        shell.terminal().out().printLines(AutoComplete.bash("takt", spec.root().commandLine()));
        return ExitCode.GOOD;
    }
}
