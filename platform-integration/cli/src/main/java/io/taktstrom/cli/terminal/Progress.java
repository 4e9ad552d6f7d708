package io.taktstrom.cli.terminal;

/** One line that says how far a long work has come, on a terminal only, gone when closed. One thread. */
public final class Progress implements AutoCloseable {

    private static final long LEAST_NANOS_BETWEEN = 100_000_000;
    /** Short work should not flash. */
    private static final long QUIET_NANOS = 300_000_000;

    private final Terminal terminal;
    private long next = System.nanoTime() + QUIET_NANOS;
    private boolean shown;

    public Progress(Terminal terminal) {
        this.terminal = terminal;
    }

    public void show(String text) {
        long now = System.nanoTime();
        if (terminal.errIsLive() && now - next >= 0) {
            terminal.err().eraseLine();
            terminal.err().print(text);
            terminal.err().flush();
            shown = true;
            next = now + LEAST_NANOS_BETWEEN;
        }
    }

    @Override
    public void close() {
        if (shown) {
            terminal.err().eraseLine();
            terminal.err().flush();
        }
    }
}
