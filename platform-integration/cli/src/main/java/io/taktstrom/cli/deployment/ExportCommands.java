package io.taktstrom.cli.deployment;

import picocli.CommandLine.Command;

/** {@code takt export}. */
@Command(
        name = "export",
        synopsisSubcommandLabel = "FORMAT",
        description = "Convert a deployment file for other programs.",
        footer = {"", "Example:", "  takt export ivml plant.yaml --out model"},
        subcommands = {ExportAidCommand.class, ExportIvmlCommand.class, ExportTdCommand.class})
public final class ExportCommands {}
