package io.taktstrom.cli;

import io.taktstrom.cli.deployment.ImportAidCommand;
import io.taktstrom.cli.deployment.ImportIvmlCommand;
import io.taktstrom.cli.deployment.ImportTdCommand;
import io.taktstrom.cli.opcua.ImportOpcUaCommand;
import io.taktstrom.cli.s7.ImportS7Command;
import io.taktstrom.cli.tags.ImportCsvCommand;
import picocli.CommandLine.Command;

/** {@code takt import}. */
@Command(
        name = "import",
        synopsisSubcommandLabel = "PROTOCOL",
        description =
                "Make points of the export of a programming tool, or a deployment file of a model or a description.",
        footer = {"", "Example:", "  takt import s7 Line.db --db Line=5 --on press1"},
        subcommands = {
            ImportAidCommand.class,
            ImportCsvCommand.class,
            ImportIvmlCommand.class,
            ImportOpcUaCommand.class,
            ImportS7Command.class,
            ImportTdCommand.class
        })
final class ImportCommands {}
