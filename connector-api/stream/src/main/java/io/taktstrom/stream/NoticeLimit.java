package io.taktstrom.stream;

import java.time.Duration;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The one gate through which all notices about something go: a few at once, then one each second.
 * What is left out is counted, and the next one that is told says how many. So no device fills a log or hides a
 * neighbour's notices behind its own. Thread-safe.
 */
public final class NoticeLimit implements Consumer<String> {

    private static final int AT_ONCE = 20;
    private static final long ONE_EACH_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int LONGEST = 2_000;

    private final EpochNanoClock clock;
    private final Consumer<String> listener;
    private long allowance = AT_ONCE * ONE_EACH_NANOS;
    private long lookedAt;
    private long untold;
    private long leftOut;

    /** @param listener on the thread that noticed, so it is quick */
    public NoticeLimit(EpochNanoClock clock, Consumer<String> listener) {
        this.clock = clock;
        this.listener = listener;
        lookedAt = clock.nanoTime();
    }

    @Override
    public void accept(String message) {
        String text = admitted(message);
        if (text != null) {
            listener.accept(text);
        }
    }

    /** What may be told now; null when it is left out. */
    @Nullable
    String admitted(String message) {
        long before;
        synchronized (this) {
            long now = clock.nanoTime();
            allowance = Math.min(AT_ONCE * ONE_EACH_NANOS, allowance + now - lookedAt);
            lookedAt = now;
            if (allowance < ONE_EACH_NANOS) {
                untold++;
                leftOut++;
                return null;
            }
            allowance -= ONE_EACH_NANOS;
            before = untold;
            untold = 0;
        }
        String text = message.length() <= LONGEST ? message : message.substring(0, LONGEST) + "...";
        return before == 0 ? text : text + " (" + before + " more were left out)";
    }

    /** Notices that were not told. */
    public synchronized long leftOut() {
        return leftOut;
    }
}
