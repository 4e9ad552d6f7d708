package io.taktstrom.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt discover}. */
@Command(
        name = "discover",
        synopsisSubcommandLabel = "PROTOCOL",
        description = "Find devices on the network.",
        footer = {"", "Example:", "  takt discover ads"})
final class DiscoverCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say which protocol: ads");
    }
}
