package io.taktstrom.cli.shell;

import java.util.concurrent.Callable;

import io.taktstrom.cli.terminal.Outlet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command; it returns an {@link ExitCode}. */
public abstract class ShellCommand implements Callable<Integer> {

    protected final Shell shell;

    @Spec
    protected CommandSpec spec = CommandSpec.create();

    protected ShellCommand(Shell shell) {
        this.shell = shell;
    }

    protected final Outlet out() {
        return shell.terminal().out();
    }

    /** The command line is wrong: exit code 2, with the usage of this command. */
    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
