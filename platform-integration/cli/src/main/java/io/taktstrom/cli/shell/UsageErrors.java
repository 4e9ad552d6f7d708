package io.taktstrom.cli.shell;

import java.util.Collection;

import io.taktstrom.descriptor.Closest;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What to say to somebody who has mistyped a command or an option. */
public final class UsageErrors {

    private UsageErrors() {}

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
            return command.getSubcommands().isEmpty()
                    ? "'" + word + "' is too much for "
                            + command.getCommandSpec().qualifiedName() + "; leave it out, or quote what has blanks"
                    : noCommand(word, command);
        }
        return inOurWords(String.valueOf(e.getMessage()));
    }

    /** The parser of arguments speaks to who writes Java. */
    private static String inOurWords(String message) {
        return message.replaceFirst("^Missing required parameters?: ", "missing: ")
                .replaceFirst("^Invalid value for positional parameter at index \\d+ \\((.*?)\\): ", "$1: ")
                .replaceFirst("is not an? (?:double|float)$", "is not a number")
                .replaceFirst("is not an? (?:int|long)$", "is not a whole number");
    }

    /** There is no such command below another. */
    public static String noCommand(String word, CommandLine parent) {
        return parent.getSubcommands().isEmpty()
                ? parent.getCommandSpec().qualifiedName() + " has no commands; leave out '" + word + "'"
                : "no command '" + word + "'; "
                        + Closest.hint(word, parent.getSubcommands().keySet());
    }
}
