package io.taktstrom.cli.setup;

import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code takt man}. */
@Command(
        name = "man",
        description = "Print the manual page of all commands, in the format of man.",
        footer = {"", "Example:", "  takt man | man -l -"})
public final class ManCommand implements Callable<Integer> {

    private final Shell shell;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public ManCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        shell.terminal().out().printLines(ManPage.of(spec.root().commandLine()));
        return ExitCode.GOOD;
    }
}
