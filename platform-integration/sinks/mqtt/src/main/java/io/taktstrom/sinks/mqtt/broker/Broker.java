package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sinks.tls.Cleartext;
import org.jspecify.annotations.Nullable;

/**
 * A broker that messages are delivered to. It has one session, opened when there is something to deliver, and another one
 * after that was lost. Thread-safe: several deliver at once, in a session that they share.
 */
public final class Broker implements AutoCloseable {

    /** Less than the caller of close waits. */
    private static final Duration DISCONNECT_LIMIT = Duration.ofMillis(300);

    private static final int ENDED_TO_SUSPECT = 3;
    private static final Duration SHORT_LIFE = Duration.ofMinutes(1);

    private final BrokerSettings settings;
    private final SinkContext context;
    private final SessionCallbacks callbacks;
    private final Lock opening = new ReentrantLock();
    /** A caller that looks for a poison message is alone in the session. */
    private final StampedLock lanes = new StampedLock();

    private volatile @Nullable Session current;
    private volatile long openedAt;
    private volatile boolean closed;
    private volatile SinkHealth health = SinkHealth.WELL;
    private volatile String lastNotice = "";
    /** Sessions in a row that the broker has soon ended unexplained, though it takes the next one at once. */
    private final AtomicInteger endedInARow = new AtomicInteger();

    public Broker(BrokerSettings settings, SinkContext context, SessionCallbacks callbacks) {
        this.settings = settings;
        this.context = context;
        this.callbacks = callbacks;
        if (settings.tls() == null && settings.login() != null) {
            Cleartext.tell(settings.host(), settings.url(), "use mqtts://", context.observer());
        }
    }

    public SinkHealth health() {
        return health;
    }

    /**
     * Publishes in order, all at once, and returns when the broker has every one.
     *
     * @param publishes of the caller; some of the messages may be in flight
     * @param refused gets messages that the broker will never take
     * @throws IOException when it may not have them all
     */
    public void deliver(List<Message> messages, PipelinedPublishes publishes, Refusal refused) throws IOException {
        if (publishes.detector.isSuspicious()) {
            publishes.end();
            long lane = enter(true);
            try {
                inSession(session(), session -> deliverOneByOne(session, messages, publishes.detector, refused));
            } finally {
                lanes.unlockWrite(lane);
            }
        } else {
            try {
                inSession(begun(publishes), session -> deliverAll(session, messages, publishes, refused));
            } finally {
                publishes.end();
            }
        }
    }

    /**
     * Sends messages of a unit and waits for none of them; sends nothing while a poison message is looked for. {@link #deliver}
     * comes next, with these messages and those behind them, or {@link PipelinedPublishes#end}.
     *
     * @throws IOException when there is no session: nothing is on its way
     */
    public void sendAhead(List<Message> messages, PipelinedPublishes publishes) throws IOException {
        if (!publishes.detector.isSuspicious()) {
            begun(publishes).send(messages, publishes.answers());
        }
    }

    /** The session in which messages are on their way, or will be. */
    private Session begun(PipelinedPublishes ahead) throws IOException {
        Session under = ahead.session();
        if (under == null) {
            ahead.enter(lanes, enter(false));
            boolean begun = false;
            try {
                under = session();
                ahead.begin(under, context.clock().nanoTime());
                begun = true;
            } finally {
                if (!begun) {
                    ahead.end();
                }
            }
        }
        return under;
    }

    /** What is done with a session. */
    @FunctionalInterface
    public interface Work {
        /**
         * Does it.
         *
         * @throws IOException when it was in vain: the session is given up, but for a {@link NotYetException}
         */
        void with(Link link) throws IOException;
    }

    /**
     * Does something with a session, which is opened when there is none.
     *
     * @throws IOException when that fails, or from the work
     */
    public void use(Work work) throws IOException {
        long lane = enter(false);
        try {
            inSession(session(), work::with);
        } finally {
            lanes.unlockRead(lane);
        }
    }

    @FunctionalInterface
    private interface SessionWork {
        void with(Session session) throws IOException;
    }

    private void inSession(Session session, SessionWork work) throws IOException {
        try {
            work.with(session);
            health = SinkHealth.WELL;
        } catch (IOException e) {
            closeLost(session, e);
            throw e;
        }
    }

    private static void deliverAll(
            Session session, List<Message> messages, PipelinedPublishes publishes, Refusal refused) throws IOException {
        PoisonMessageDetector detector = publishes.detector;
        try {
            session.deliver(messages, publishes.answers(), publishes.beganAt(), refused);
        } catch (IOException e) {
            if (session.endedUnexplained()) {
                detector.lost(null);
            }
            throw e;
        }
        messages.forEach(detector::taken);
        detector.allTaken();
    }

    private static void deliverOneByOne(
            Session session, List<Message> messages, PoisonMessageDetector detector, Refusal refused)
            throws IOException {
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            String reason = detector.rejectReason(message);
            if (reason != null) {
                refused.refused(i, reason);
                continue;
            }
            try {
                session.deliver(List.of(message), refused.at(i));
            } catch (IOException e) {
                if (session.endedUnexplained()) {
                    detector.lost(message);
                }
                throw e;
            }
            detector.taken(message);
        }
        detector.allTaken();
    }

    private Session session() throws IOException {
        Session alive = alive();
        if (alive != null) {
            return alive;
        }
        try {
            opening.lockInterruptibly();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        try {
            alive = alive();
            return alive == null ? open() : alive;
        } finally {
            opening.unlock();
        }
    }

    private @Nullable Session alive() {
        if (closed) {
            throw new IllegalStateException("the sink " + context.name() + " is closed");
        }
        Session session = current;
        return session != null && session.isAlive() ? session : null;
    }

    private Session open() throws IOException {
        try {
            openedAt = context.clock().nanoTime();
            Session opened = Session.open(settings, context, callbacks, this::lost);
            try {
                callbacks.connected(opened);
                current = opened;
            } finally {
                if (current != opened || closed) {
                    opened.end();
                }
            }
            return opened;
        } catch (IOException e) {
            endedInARow.set(0);
            health = SinkHealth.unwell(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /** On the I/O thread of the session. */
    private void lost(Throwable cause) {
        if (closed) {
            return;
        }
        boolean shortLived = context.clock().nanoTime() - openedAt < SHORT_LIFE.toNanos();
        boolean suspicious = shortLived && Reasons.isUnexplained(cause);
        if (!suspicious) {
            endedInARow.set(0);
        }
        boolean again = suspicious && endedInARow.incrementAndGet() >= ENDED_TO_SUSPECT;
        String what =
                settings.url() + ": " + (again ? Reasons.likelySharedClientId(settings) : Reasons.why(cause, settings));
        health = SinkHealth.unwell(what);
        // Once for each kind: a broker may be lost every few seconds, for days.
        if (!what.equals(lastNotice)) {
            lastNotice = what;
            context.observer().onNotice(what);
        }
    }

    private void closeLost(Session session, IOException why) {
        if (why instanceof InterruptedIOException) {
            // It is well, and others may be using it.
            return;
        }
        health = SinkHealth.unwell(String.valueOf(why.getMessage()));
        if (!(why instanceof NotYetException)) {
            session.end();
        }
    }

    /** @param alone whether no other caller may be in the session */
    private long enter(boolean alone) throws InterruptedIOException {
        try {
            return alone ? lanes.writeLockInterruptibly() : lanes.readLockInterruptibly();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("publish at " + settings.url() + ": interrupted while it waited");
    }

    /** Disconnects and ends the session; what is being delivered fails. */
    @Override
    public void close() {
        boolean first = !closed;
        closed = true;
        Session session = current;
        if (first && session != null) {
            session.close(callbacks.lastMessages(), DISCONNECT_LIMIT);
        }
    }
}
