package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sinks.message.SinkThreads;
import io.taktstrom.sinks.message.UnitSink;
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
    /** A caller that looks for a poison message is alone in the session. Any thread may unlock. */
    private final StampedLock users = new StampedLock();

    private volatile @Nullable MqttSession current;
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
     * A sink of this broker, which is unwell when the session was lost, too.
     *
     * @param end ends the session
     */
    public Sink sink(UnitSink.Opening inlets, Runnable end) {
        return new UnitSink(inlets, end) {
            @Override
            public SinkHealth health() {
                SinkHealth ofBroker = Broker.this.health();
                return ofBroker.well() ? super.health() : ofBroker;
            }
        };
    }

    /** One caller's use of the session, until it is {@linkplain #close left}. */
    public final class Use implements AutoCloseable {

        private final MqttSession session;
        private final long stamp;
        private final AtomicBoolean left = new AtomicBoolean();

        private Use(MqttSession session, long stamp) {
            this.session = session;
            this.stamp = stamp;
        }

        public MqttSession session() {
            return session;
        }

        /**
         * Does something in the session.
         *
         * @throws IOException from the work: the session is closed, but for a {@link NotYetException}
         */
        public void run(Work work) throws IOException {
            try {
                work.with(session);
                health = SinkHealth.WELL;
            } catch (IOException e) {
                closeLost(session, e);
                throw e;
            }
        }

        /** Any thread; idempotent. */
        @Override
        public void close() {
            if (left.compareAndSet(false, true)) {
                users.unlock(stamp);
            }
        }
    }

    /** What is done in a session. */
    @FunctionalInterface
    public interface Work {
        void with(MqttSession session) throws IOException;
    }

    /**
     * Uses the session, which is opened when there is none.
     *
     * @param alone whether no other caller may be in the session
     * @throws IOException when it cannot be opened
     */
    public Use enter(boolean alone) throws IOException {
        long stamp;
        try {
            stamp = alone ? users.writeLockInterruptibly() : users.readLockInterruptibly();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        boolean entered = false;
        try {
            Use use = new Use(session(), stamp);
            entered = true;
            return use;
        } finally {
            if (!entered) {
                users.unlock(stamp);
            }
        }
    }

    /**
     * Does something in the session.
     *
     * @throws IOException when it cannot be opened, or from the work
     */
    public void use(Work work) throws IOException {
        try (Use use = enter(false)) {
            use.run(work);
        }
    }

    private MqttSession session() throws IOException {
        MqttSession alive = alive();
        if (alive != null) {
            return alive;
        }
        try {
            opening.lockInterruptibly();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        try {
            alive = alive();
            return alive == null ? open() : alive;
        } finally {
            opening.unlock();
        }
    }

    private IOException interrupted(InterruptedException e) {
        return SinkThreads.interrupted("publish at " + settings.url(), e);
    }

    private @Nullable MqttSession alive() {
        if (closed) {
            throw new IllegalStateException("the sink " + context.name() + " is closed");
        }
        MqttSession session = current;
        return session != null && session.isAlive() ? session : null;
    }

    private MqttSession open() throws IOException {
        try {
            openedAt = context.clock().nanoTime();
            MqttSession opened = MqttSession.open(settings, context, callbacks, this::lost);
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

    private void closeLost(MqttSession session, IOException why) {
        if (why instanceof InterruptedIOException) {
            // It is well, and others may be using it.
            return;
        }
        health = SinkHealth.unwell(String.valueOf(why.getMessage()));
        if (!(why instanceof NotYetException)) {
            session.end();
        }
    }

    /** Disconnects and ends the session; what is being delivered fails. */
    @Override
    public void close() {
        boolean first = !closed;
        closed = true;
        MqttSession session = current;
        if (first && session != null) {
            session.close(callbacks.lastMessages(), DISCONNECT_LIMIT);
        }
    }
}
