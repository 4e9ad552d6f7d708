package io.taktstrom.cli.shell;

import java.util.List;
import java.util.Locale;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A command that only has others below it, such as {@code takt simulate}. */
public final class CommandGroup implements Runnable {

    private final CommandSpec spec;

    private CommandGroup(String name) {
        spec = CommandSpec.wrapWithoutInspection(this).name(name);
    }

    /**
     * Makes one.
     *
     * @param kind what its commands are, in capitals, for the synopsis
     * @param commands in the order in which they are shown
     */
    public static CommandLine of(String name, String kind, String description, String example, Object... commands) {
        CommandGroup group = new CommandGroup(name);
        group.spec
                .usageMessage()
                .synopsisSubcommandLabel(kind)
                .description(description)
                .footer("", "Example:", "  " + example);
        CommandLine line = new CommandLine(group.spec);
        List.of(commands).forEach(line::addSubcommand);
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "missing "
                        + spec.usageMessage().synopsisSubcommandLabel().toLowerCase(Locale.ROOT) + ": "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
