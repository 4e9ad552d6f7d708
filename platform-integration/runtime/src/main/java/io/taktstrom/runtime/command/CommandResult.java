package io.taktstrom.runtime.command;

import io.taktstrom.command.CommandOutcome;
import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a command.
 *
 * @param status OPC UA status code: the device's where it was asked, otherwise ours
 * @param before the published value before the write; null when it is not known
 * @param after the published value after the write; null when it is not known
 * @param message for people: why, and what to do; empty when all is well
 */
record CommandResult(
        CommandOutcome outcome,
        int status,
        @Nullable Object before,
        @Nullable Object after,
        String message) {

    private CommandResult(CommandOutcome outcome, int status, String message) {
        this(outcome, status, null, null, message);
    }

    static CommandResult refused(int status, String message) {
        return new CommandResult(CommandOutcome.REFUSED, status, message);
    }

    static CommandResult failed(int status, String message) {
        return new CommandResult(CommandOutcome.FAILED, status, message);
    }

    static CommandResult unknown(int status, String message) {
        return new CommandResult(
                CommandOutcome.UNKNOWN,
                status,
                message + "; whether it was written is not known, and it is not"
                        + " sent again: read the point, and send another command if need be");
    }

    static CommandResult expired(String when) {
        return new CommandResult(
                CommandOutcome.EXPIRED,
                StatusCode.BAD_TIMEOUT,
                "the command has expired " + when + "; nothing was sent");
    }

    static CommandResult busy(String why) {
        return new CommandResult(
                CommandOutcome.BUSY, StatusCode.BAD_RESOURCE_UNAVAILABLE, why + "; send it again later");
    }

    static CommandResult repeated(String first) {
        return new CommandResult(
                CommandOutcome.REPEATED,
                StatusCode.BAD_INVALID_STATE,
                "a command of this identifier was there before, and is " + first + "; nothing was sent");
    }

    CommandResult withBefore(@Nullable Object value) {
        return new CommandResult(outcome, status, value, after, message);
    }

    CommandResult withMessage(CommandOutcome newOutcome, String newMessage) {
        return new CommandResult(newOutcome, status, before, after, newMessage);
    }
}
