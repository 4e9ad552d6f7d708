package io.taktstrom.command;

import java.util.function.Consumer;

/** The one way from outside to a device: what it lets through is written, all else is refused, and each is in the audit. Thread-safe. */
public interface CommandGate {

    /**
     * Hands over a command. Does not block. What one thread hands over for one device is written in that order.
     *
     * @param onAnswer told once what became of it, on this thread or on one of the gate's; quick, as commands wait behind it.
     *     The audit has the command's line by then
     */
    void submit(Command command, Consumer<CommandAnswer> onAnswer);

    /**
     * Notes in the audit that the source itself refused a sender without permission. Does not block.
     *
     * @param sender as in a {@link Command}
     * @param why for people, without what may be a secret
     */
    void turnAway(String sender, String why);
}
