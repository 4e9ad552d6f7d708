package io.taktstrom.cli.setup;

import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.UsageErrors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code takt help}. */
@Command(
        name = "help",
        description = "Explain a command, as its --help does.",
        footer = {"", "Examples:", "  takt help", "  takt help simulate ads"})
public final class HelpCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "Which; nothing lists them all.")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        CommandLine shown = spec.root().commandLine();
        for (String word : words) {
            CommandLine next = shown.getSubcommands().get(word);
            if (next == null) {
                throw new ParameterException(spec.commandLine(), UsageErrors.noCommand(word, shown));
            }
            shown = next;
        }
        shown.usage(shown.getOut());
        return ExitCode.GOOD;
    }
}
