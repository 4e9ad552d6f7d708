package io.taktstrom.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt route}. */
@Command(
        name = "route",
        synopsisSubcommandLabel = "ACTION",
        description = "The AMS routes of a Beckhoff device: it answers only to those to whom it has one.",
        footer = {"", "Example:", "  takt route add 10.0.0.5"})
final class RouteCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what to do: add, list or remove");
    }
}
