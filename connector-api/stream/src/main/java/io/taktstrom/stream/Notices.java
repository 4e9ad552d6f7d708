package io.taktstrom.stream;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.Counted;
import org.jspecify.annotations.Nullable;

/**
 * Tells an operator what went wrong, at most once in ten seconds, and what went well again: what fails a thousand times a
 * second, or comes and goes as often, must not drown the log. What was left untold is counted in the next notice.
 * Thread-safe.
 */
public final class Notices {

    private static final Logger LOG = System.getLogger("io.taktstrom.stream");
    private static final long GAP_NANOS = 10_000_000_000L;

    /** Set while a listener on this thread hears what the log has. */
    private static final ThreadLocal<Boolean> LOGGED = new ThreadLocal<>();

    private final EpochNanoClock clock;
    private final Consumer<String> listener;
    private final NoticeLimit limit;
    private long toldAt;
    private boolean told;
    private long untold;

    /** @param listener hears each notice after the log; on the thread that noticed, so it is quick */
    public Notices(EpochNanoClock clock, Consumer<String> listener) {
        this.clock = clock;
        this.listener = listener;
        limit = new NoticeLimit(clock, listener);
    }

    /**
     * Something went wrong: what, where, and what happens now.
     *
     * @return false when it was left out, because the last one was told less than ten seconds ago
     */
    public boolean tell(String message, @Nullable Throwable cause) {
        String text;
        synchronized (this) {
            long now = clock.nanoTime();
            if (told && now - toldAt < GAP_NANOS) {
                untold++;
                return false;
            }
            text = untold == 0
                    ? message
                    : message + " (" + Counted.of(untold, "notice before this one was", "notices before this one were")
                            + " left out)";
            told = true;
            toldAt = now;
            untold = 0;
        }
        // What the network does needs no stack trace; what a programmer did does.
        say(Level.WARNING, text, cause instanceof IOException ? null : cause);
        return true;
    }

    /**
     * A failure for people who do not read code: what a connector says about it. What is our own fault is called so; the log
     * has its stack trace.
     */
    public static String inWords(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof IOException) {
            return message == null ? "no reason was given" : message;
        }
        return message == null ? "internal error, see the log" : "internal error (" + message + "), see the log";
    }

    /** What went wrong is right again; if it goes wrong again, that is told at once. */
    public void tellGood(String message) {
        synchronized (this) {
            told = false;
        }
        say(Level.INFO, message, null);
    }

    private void say(Level level, String message, @Nullable Throwable cause) {
        String text = limit.admitted(message);
        if (text == null) {
            return;
        }
        LOG.log(level, text, cause);
        if (!LOG.isLoggable(level)) {
            listener.accept(text);
            return;
        }
        LOGGED.set(true);
        try {
            listener.accept(text);
        } finally {
            LOGGED.remove();
        }
    }

    /**
     * Whether the notice that a listener hears right now, on this thread, stands in the log {@code io.taktstrom.stream}. A
     * listener that ends in the same log leaves it out then.
     */
    public static boolean areLogged() {
        return LOGGED.get() != null;
    }
}
