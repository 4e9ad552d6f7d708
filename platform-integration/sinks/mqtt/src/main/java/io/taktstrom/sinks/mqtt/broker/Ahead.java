package io.taktstrom.sinks.mqtt.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.StampedLock;

import org.jspecify.annotations.Nullable;

/**
 * The messages of a unit that are on their way, in order, while the others are still being made. Until it ends nobody else is
 * alone in the session. One for each who delivers, used for ever.
 *
 * <pre>
 *  sendAhead(0..2)  sendAhead(0..5)  deliver(0..7)        3, then 3 more, then the last 2; and the answers to all
 * </pre>
 *
 * For the thread that delivers, and for whoever closes when that thread does nothing any more.
 */
public final class Ahead {

    private final List<CompletableFuture<?>> answers = new ArrayList<>();
    private @Nullable Session session;
    private @Nullable StampedLock lanes;
    private long lane;
    private long beganAt;

    void enter(StampedLock newLanes, long stamp) {
        lanes = newLanes;
        lane = stamp;
    }

    void begin(Session in, long now) {
        session = in;
        beganAt = now;
    }

    /** Where they are on their way; null when none is. */
    @Nullable
    Session session() {
        return session;
    }

    /** Of those that are on their way. */
    List<CompletableFuture<?>> answers() {
        return answers;
    }

    /** When the first one went, by the clock that only goes forward. */
    long beganAt() {
        return beganAt;
    }

    /** Asks for no answer any more. Idempotent. */
    public void end() {
        answers.clear();
        session = null;
        StampedLock left = lanes;
        lanes = null;
        if (left != null) {
            left.unlockRead(lane);
        }
    }
}
