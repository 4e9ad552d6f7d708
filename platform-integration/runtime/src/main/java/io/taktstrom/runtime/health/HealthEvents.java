package io.taktstrom.runtime.health;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.Fatal;

/** The latest events, and those who hear of each. Thread-safe. */
public final class HealthEvents {

    /** So many are kept. */
    public static final int MAX_KEPT = 500;

    private final EpochNanoClock clock;
    private final Deque<HealthEvent> kept = new ArrayDeque<>();
    private final List<Consumer<HealthEvent>> listeners = new CopyOnWriteArrayList<>();
    private long number;

    public HealthEvents(EpochNanoClock clock) {
        this.clock = clock;
    }

    /** Those that are kept, the oldest first. */
    public synchronized List<HealthEvent> latest() {
        return List.copyOf(kept);
    }

    /** Those that came after the one with this number, the oldest first; the oldest may be gone. */
    public synchronized List<HealthEvent> after(long known) {
        return kept.stream().filter(event -> event.number() > known).toList();
    }

    /**
     * Adds a listener, which is called for each event from now on, on the thread that brings it: so it is quick.
     *
     * @return ends that
     */
    public AutoCloseable listen(Consumer<HealthEvent> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Something was noticed. */
    public void notice(Subject subject, String text) {
        add(HealthEvent.Kind.NOTICE, Condition.UP, subject, "", text);
    }

    /** Something was noticed that an operator has to look at. */
    public void warn(Subject subject, String text) {
        add(HealthEvent.Kind.NOTICE, Condition.DEGRADED, subject, "", text);
    }

    /** Something has come, or gone. */
    public void add(HealthEvent.Kind kind, Condition severity, Subject subject, String code, String text) {
        HealthEvent event;
        synchronized (this) {
            number++;
            event = new HealthEvent(number, clock.epochNanos(), kind, severity, subject, code, text);
            if (kept.size() == MAX_KEPT) {
                kept.removeFirst();
            }
            kept.addLast(event);
        }
        for (Consumer<HealthEvent> listener : listeners) {
            try {
                listener.accept(event);
            } catch (RuntimeException | Error e) {
                Fatal.rethrow(e);
                // A listener that fails must not stop the others.
                System.getLogger(HealthEvents.class.getName())
                        .log(System.Logger.Level.WARNING, "event listener threw", e);
            }
        }
    }
}
