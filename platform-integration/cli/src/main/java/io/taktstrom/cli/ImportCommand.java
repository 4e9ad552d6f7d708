package io.taktstrom.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code takt import}. */
@Command(
        name = "import",
        synopsisSubcommandLabel = "PROTOCOL",
        description = "Make points of what a programming tool exports.",
        footer = {"", "Example:", "  takt import s7 Line.db --db Line=5 --on press1"})
final class ImportCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say which protocol: opcua or s7");
    }
}
