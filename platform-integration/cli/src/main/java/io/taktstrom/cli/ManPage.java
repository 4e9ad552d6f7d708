package io.taktstrom.cli;

import java.util.Locale;
import java.util.Map;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** A manual page in roff, with the macros of man(7): the help of each command, as it is shown. */
final class ManPage {

    private final StringBuilder page = new StringBuilder();

    private ManPage() {}

    static String of(CommandLine takt) {
        ManPage manual = new ManPage();
        String[] version = takt.getCommandSpec().version();
        manual.macro(
                "TH", takt.getCommandName().toUpperCase(Locale.ROOT), "1", "", version.length == 0 ? "" : version[0]);
        manual.macro("SH", "NAME");
        manual.text(takt.getCommandName() + " - "
                + String.join(" ", takt.getCommandSpec().usageMessage().description()));
        manual.macro("SH", "COMMANDS");
        manual.commands(takt.getCommandName(), takt);
        return manual.page.toString();
    }

    private void commands(String name, CommandLine command) {
        macro("SS", name);
        page.append(".nf\n");
        text(command.getUsageMessage(Ansi.OFF).strip());
        page.append(".fi\n");
        for (Map.Entry<String, CommandLine> sub : command.getSubcommands().entrySet()) {
            commands(name + " " + sub.getKey(), sub.getValue());
        }
    }

    private void macro(String name, String... arguments) {
        page.append('.').append(name);
        for (String argument : arguments) {
            page.append(" \"").append(escaped(argument).replace("\"", "\\(dq")).append('"');
        }
        page.append('\n');
    }

    private void text(String text) {
        text.lines().forEach(line -> {
            // At the start of a line these two call macros.
            boolean control = line.startsWith(".") || line.startsWith("'");
            page.append(control ? "\\&" : "").append(escaped(line)).append('\n');
        });
    }

    /** A bare hyphen may become a typographic one, which no shell understands. */
    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }
}
