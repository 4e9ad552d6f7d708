package io.taktstrom.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt simulate}. */
@Command(
        name = "simulate",
        synopsisSubcommandLabel = "PROTOCOL",
        description = "Be a device, for trying things out and for tests.",
        footer = {"", "Example:", "  takt simulate ads"})
final class SimulateCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say which protocol: ads, s7 or opcua");
    }
}
