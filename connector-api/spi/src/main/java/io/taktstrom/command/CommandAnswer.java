package io.taktstrom.command;

/**
 * What the sender of a command is told.
 *
 * @param id of the command; empty when it had none that could be read
 * @param outcome what became of it
 * @param json the answer as JSON, on one line: all of the above, the status, the values before and after, and what to do
 */
public record CommandAnswer(String id, CommandOutcome outcome, String json) {}
