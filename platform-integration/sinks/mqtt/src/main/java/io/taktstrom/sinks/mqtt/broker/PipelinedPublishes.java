package io.taktstrom.sinks.mqtt.broker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.StampedLock;

import org.jspecify.annotations.Nullable;

/**
 * What one caller of {@link Broker#deliver} has in flight: messages of a unit that were sent before the others were made, and the
 * detector of messages that the broker never takes. Reused. While messages are in flight no other caller is alone in the session.
 *
 * <pre>
 *  sendAhead(0..2)  sendAhead(0..5)  deliver(0..7)        3, then 3 more, then the last 2; and the answers to all
 * </pre>
 *
 * <p>For the thread that delivers, and for the one that closes after that.
 */
public final class PipelinedPublishes {

    final PoisonMessageDetector detector = new PoisonMessageDetector();
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

    /** Where messages are in flight; null when none is. */
    @Nullable
    Session session() {
        return session;
    }

    /** Of those in flight. */
    List<CompletableFuture<?>> answers() {
        return answers;
    }

    /** When the first one was sent, by the monotonic clock. */
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
