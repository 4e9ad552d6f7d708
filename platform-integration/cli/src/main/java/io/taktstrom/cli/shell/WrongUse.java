package io.taktstrom.cli.shell;

import java.util.Collection;

import io.taktstrom.descriptor.Closest;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What to say to somebody who has mistyped a command or an option. */
public final class WrongUse {

    private WrongUse() {}

    /** What is wrong, and what would be right. */
    public static String message(ParameterException e) {
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String word = unmatched.getUnmatched().get(0).split("=", 2)[0];
            CommandLine command = e.getCommandLine();
            if (word.startsWith("-")) {
                Collection<String> options =
                        command.getCommandSpec().optionsMap().keySet();
                return "no option '" + word + "'; " + Closest.hint(word, options);
            }
            if (!command.getSubcommands().isEmpty()) {
                return noCommand(word, command);
            }
        }
        return String.valueOf(e.getMessage());
    }

    /** There is no such command below another. */
    public static String noCommand(String word, CommandLine parent) {
        return parent.getSubcommands().isEmpty()
                ? parent.getCommandSpec().qualifiedName() + " has no commands; leave out '" + word + "'"
                : "no command '" + word + "'; "
                        + Closest.hint(word, parent.getSubcommands().keySet());
    }
}
