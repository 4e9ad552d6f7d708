package io.taktstrom.cli.setup;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** {@code takt completion}. */
@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh.",
        footer = {"", "Example:", "  source <(takt completion)"})
public final class CompletionCommand extends ShellCommand {

    public CompletionCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() {
        out().printLines(AutoComplete.bash("takt", spec.root().commandLine()));
        return ExitCode.GOOD;
    }
}
