package io.taktstrom.stream;

/**
 * A sink does not take what a pipeline publishes.
 *
 * @param since when it failed first, epoch nanoseconds
 * @param text what it said last
 */
public record SinkTrouble(long since, String text) {}
