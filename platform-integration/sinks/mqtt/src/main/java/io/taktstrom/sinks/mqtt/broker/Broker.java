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

    /** Less than whoever closes waits. */
    private static final Duration GOODBYE = Duration.ofMillis(300);

    private static final int ENDED_TO_SUSPECT = 3;
    private static final Duration SHORT_LIFE = Duration.ofMinutes(1);

    private final BrokerSettings settings;
    private final SinkContext context;
    private final Manners manners;
    private final Lock opening = new ReentrantLock();
    /** Who looks for a message that the broker dislikes is alone in the session. */
    private final StampedLock lanes = new StampedLock();

    private volatile @Nullable Session current;
    private volatile long openedAt;
    private volatile boolean closed;
    private volatile SinkHealth health = SinkHealth.WELL;
    private volatile String lastNotice = "";
    /** Sessions in a row that the broker has soon ended without a word, though it takes the next one at once. */
    private final AtomicInteger endedInARow = new AtomicInteger();

    public Broker(BrokerSettings settings, SinkContext context, Manners manners) {
        this.settings = settings;
        this.context = context;
        this.manners = manners;
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
     * @param suspects of whoever delivers
     * @param refused hears of messages that the broker will never take
     * @throws IOException when it may not have them all
     */
    public void deliver(List<Message> messages, Suspects suspects, Refusal refused) throws IOException {
        deliver(messages, new Ahead(), suspects, refused);
    }

    /**
     * The same for messages of which some may be on their way.
     *
     * @param ahead those, and none when this is over
     */
    public void deliver(List<Message> messages, Ahead ahead, Suspects suspects, Refusal refused) throws IOException {
        if (suspects.isCareful()) {
            ahead.end();
            long lane = enter(true);
            try {
                inSession(session(), session -> deliverOneByOne(session, messages, suspects, refused));
            } finally {
                lanes.unlockWrite(lane);
            }
        } else {
            try {
                inSession(begun(ahead), session -> deliverAll(session, messages, ahead, suspects, refused));
            } finally {
                ahead.end();
            }
        }
    }

    /**
     * Sends messages of a unit and waits for none of them; nothing is sent while somebody looks for a message that the broker
     * dislikes. {@link #deliver} comes next, with these messages and those behind them, or {@link Ahead#end}.
     *
     * @throws IOException when there is no session: nothing is on its way
     */
    public void sendAhead(List<Message> messages, Ahead ahead, Suspects suspects) throws IOException {
        if (!suspects.isCareful()) {
            begun(ahead).send(messages, ahead.answers());
        }
    }

    /** The session in which messages are on their way, or will be. */
    private Session begun(Ahead ahead) throws IOException {
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
            giveUp(session, e);
            throw e;
        }
    }

    private static void deliverAll(
            Session session, List<Message> messages, Ahead ahead, Suspects suspects, Refusal refused)
            throws IOException {
        try {
            session.deliver(messages, ahead.answers(), ahead.beganAt(), refused);
        } catch (IOException e) {
            if (session.endedWithoutAWord()) {
                suspects.lost(null);
            }
            throw e;
        }
        messages.forEach(suspects::taken);
        suspects.allTaken();
    }

    private static void deliverOneByOne(Session session, List<Message> messages, Suspects suspects, Refusal refused)
            throws IOException {
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            String conviction = suspects.conviction(message);
            if (conviction != null) {
                refused.refused(i, conviction);
                continue;
            }
            try {
                session.deliver(List.of(message), refused.at(i));
            } catch (IOException e) {
                if (session.endedWithoutAWord()) {
                    suspects.lost(message);
                }
                throw e;
            }
            suspects.taken(message);
        }
        suspects.allTaken();
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
            Session opened = Session.open(settings, context, manners, this::lost);
            try {
                manners.greet(opened);
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
        String what = settings.url() + ": " + (again ? Reasons.likelyNamesake(settings) : Reasons.why(cause, settings));
        health = SinkHealth.unwell(what);
        // Once for each kind: a broker may be lost every few seconds, for days.
        if (!what.equals(lastNotice)) {
            lastNotice = what;
            context.observer().onNotice(what);
        }
    }

    private void giveUp(Session session, IOException why) {
        if (why instanceof InterruptedIOException) {
            // It is well, and others may be using it.
            return;
        }
        health = SinkHealth.unwell(String.valueOf(why.getMessage()));
        if (!(why instanceof NotYetException)) {
            session.end();
        }
    }

    /** @param alone whether nobody else may be in the session */
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

    /** Says goodbye and ends the session; what is being delivered fails. */
    @Override
    public void close() {
        boolean first = !closed;
        closed = true;
        Session session = current;
        if (first && session != null) {
            session.close(manners.farewell(), GOODBYE);
        }
    }
}
