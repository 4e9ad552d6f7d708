package io.taktstrom.sink;

/**
 * How the receiver behind a sink does.
 *
 * @param well whether it took what it was sent last, or can be reached if nothing was sent
 * @param detail what is wrong, where and what to do, on one line; empty when all is well
 */
public record SinkHealth(boolean well, String detail) {

    public static final SinkHealth WELL = new SinkHealth(true, "");

    public static SinkHealth unwell(String detail) {
        return new SinkHealth(false, detail);
    }
}
