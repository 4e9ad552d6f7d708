package io.taktstrom.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;

import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.StopSignal;
import io.taktstrom.cli.terminal.Terminal;
import picocli.CommandLine;

/** The reference page of the command line, from the commands themselves. */
final class Pages {

    private Pages() {}

    static CommandLine takt() {
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
        return Takt.commandLine(
                new Shell(Terminal.plain(InputStream.nullInputStream(), nowhere, nowhere), new StopSignal()));
    }

    /** A section for each command, with its help as it is shown. */
    static String sections() {
        StringBuilder page = new StringBuilder();
        sections("takt", takt(), page);
        return page.toString();
    }

    private static void sections(String name, CommandLine command, StringBuilder page) {
        page.append("\n## ").append(name).append("\n\n```text\n");
        page.append(command.getUsageMessage(CommandLine.Help.Ansi.OFF).strip());
        page.append("\n```\n");
        for (Map.Entry<String, CommandLine> sub : command.getSubcommands().entrySet()) {
            sections(name + " " + sub.getKey(), sub.getValue(), page);
        }
    }
}
