package io.taktstrom.cli.shell;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** The command line is wrong: exit code {@link ExitCode#WRONG_USE}, with a pointer to the command's help. */
public final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UsageException(@Nullable String message) {
        super(message);
    }

    /** What {@code parse} returns; its {@code IllegalArgumentException} becomes a message of this command line. */
    public static <T> T check(Supplier<T> parse) {
        try {
            return parse.get();
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }
}
