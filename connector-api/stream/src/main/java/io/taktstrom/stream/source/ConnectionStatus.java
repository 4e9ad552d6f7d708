package io.taktstrom.stream.source;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the device is there: what others see of a {@link SessionLoop}, and how they wait for what they want to see. Only the loop
 * changes it. Thread-safe.
 */
final class ConnectionStatus {

    private final String where;
    private final EpochNanoClock clock;
    private final BooleanSupplier isOwnThread;

    /** Told whenever the state changes. */
    private final Object change = new Object();

    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final AtomicLong sessions = new AtomicLong();
    private volatile ConnectionState state = ConnectionState.CONNECTING;
    private volatile long since;
    private final SteadyTime sinceTime;
    private volatile String trouble = "";
    private volatile boolean closed;
    private volatile @Nullable LiveSession session;

    /**
     * @param where what is connected, and to whom, for messages
     * @param isOwnThread whether the calling thread does the loop's work, and so would wait for itself
     */
    ConnectionStatus(String where, EpochNanoClock clock, BooleanSupplier isOwnThread) {
        this.where = where;
        this.clock = clock;
        this.isOwnThread = isOwnThread;
        since = clock.epochNanos();
        sinceTime = new SteadyTime(clock);
    }

    ConnectionState state() {
        return state;
    }

    /** Since when it is connected, or is not, epoch nanoseconds; as old as the monotonic clock says. */
    long since() {
        return sinceTime.of(since);
    }

    /** Why there is no session; empty while there is one. */
    String trouble() {
        return trouble;
    }

    /** How many sessions there have been. */
    long sessions() {
        return sessions.get();
    }

    /** Completes when the loop has ended. */
    CompletionStage<Void> over() {
        return over.minimalCompletionStage();
    }

    boolean isClosed() {
        return closed;
    }

    /** The session that is being opened or lives; null when there is none. */
    @Nullable
    LiveSession session() {
        return session;
    }

    /** What points of a device are that is not there. */
    int outage() {
        return sessions.get() == 0 ? StatusCode.BAD_NOT_CONNECTED : StatusCode.BAD_NO_COMMUNICATION;
    }

    /**
     * The connection that lives.
     *
     * @param known one that is of no use; null for none
     * @param deadline until when to wait for it, monotonic nanoseconds; the loop's own thread does not wait
     * @throws ConnectionLostException when there is none by then
     */
    Connection await(@Nullable Connection known, long deadline) throws ConnectionLostException {
        synchronized (change) {
            while (true) {
                LiveSession now = session;
                if (now != null && state == ConnectionState.CONNECTED && now.connection() != known) {
                    return now.connection();
                }
                long left = deadline - clock.nanoTime();
                if (closed || left <= 0 || isOwnThread.getAsBoolean()) {
                    throw new ConnectionLostException(where + " is not connected (" + state + "); "
                            + (closed ? "it is closed" : "it reconnects by itself, try again later"));
                }
                try {
                    change.wait(left / 1_000_000 + 1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new ConnectionLostException("interrupted while " + where + " was not connected", e);
                }
            }
        }
    }

    /** The connection that lives now; see {@link #await}. */
    Connection current() throws ConnectionLostException {
        return await(null, clock.nanoTime());
    }

    // ---- of the loop

    /** Whether that is another state than before. */
    boolean enter(ConnectionState next) {
        synchronized (change) {
            if (state == next) {
                return false;
            }
            if (!isAway(state) || !isAway(next)) {
                since = clock.epochNanos();
            }
            state = next;
            if (next == ConnectionState.CONNECTED) {
                trouble = "";
            }
            change.notifyAll();
            return true;
        }
    }

    private static boolean isAway(ConnectionState state) {
        return state == ConnectionState.CONNECTING || state == ConnectionState.WAITING;
    }

    void fail(String why) {
        trouble = why;
    }

    /** A session is being opened; null: there is none any more. */
    void show(@Nullable LiveSession next) {
        session = next;
    }

    /** The session that is shown is open. */
    void count() {
        sessions.incrementAndGet();
    }

    /** Ends all waits. */
    void close() {
        closed = true;
        synchronized (change) {
            change.notifyAll();
        }
    }

    void end() {
        over.complete(null);
    }
}
