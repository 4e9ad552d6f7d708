package io.taktstrom.cli.setup;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import picocli.CommandLine.Command;

/** {@code takt man}. */
@Command(
        name = "man",
        description = "Print the manual page of all commands, in the format of man.",
        footer = {"", "Example:", "  takt man | man -l -"})
public final class ManCommand extends ShellCommand {

    public ManCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() {
        out().printLines(ManPage.of(spec.root().commandLine()));
        return ExitCode.GOOD;
    }
}
