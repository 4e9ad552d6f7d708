package io.taktstrom.ads.symbol;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

import io.taktstrom.ads.backend.AdsStatus;

/**
 * How long what was resolved holds. An epoch ends when the device signals that variables may have moved; what was resolved
 * in it must then not be read or written any more. Thread-safe, does not block.
 */
public final class SymbolEpoch {

    private final String where;
    private final Consumer<String> notices;
    private final IntConsumer onVoid;
    private final AtomicInteger number = new AtomicInteger();

    /**
     * @param where the device, for messages
     * @param notices told what an operator should know
     * @param onVoid told, when an epoch ends, which status its points have until they are resolved again
     */
    public SymbolEpoch(String where, Consumer<String> notices, IntConsumer onVoid) {
        this.where = where;
        this.notices = notices;
        this.onVoid = onVoid;
    }

    /** Counts up each time when what was resolved before becomes void. */
    public int number() {
        return number.get();
    }

    /** Variables may have moved: what was resolved in this epoch is void. Tells of it once. */
    public void invalidate(int seen) {
        end(
                seen,
                AdsStatus.STALE,
                "signals that variables may have moved, as after an online change; all are resolved"
                        + " again before they are used");
    }

    void end(int seen, int status, String what) {
        if (number.compareAndSet(seen, seen + 1)) {
            notices.accept(where + " " + what);
            onVoid.accept(status);
        }
    }
}
