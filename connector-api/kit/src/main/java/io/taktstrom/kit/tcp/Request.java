package io.taktstrom.kit.tcp;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the in-flight table of a {@link RequestEngine}. A protocol extends it by what a request asks for and where its
 * answer goes. Hot; reused.
 *
 * <pre>
 *   FREE --submit--> PENDING --answer, fail--> FILLING --> DONE --release--> FREE (next generation)
 *                       '--withdraw--> FILLING, or ABANDONED until its answer has arrived
 * </pre>
 *
 * <p>State and generation change together, in one word. The generation is part of the id, so a late answer matches no later
 * request. {@link #toString} describes the request, for messages.
 */
public abstract class Request implements ReadGoal {

    /** The most requests in flight; the index {@value} is never used, so an id with it matches no request. */
    public static final int MAX_COUNT = 255;

    static final int FREE = 0;
    static final int PENDING = 1;
    static final int FILLING = 2;
    static final int DONE = 3;
    static final int ABANDONED = 4;

    private static final int INDEX_BITS = 8;
    private static final int STATE_BITS = 3;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;

    private final AtomicInteger word = new AtomicInteger(1 << STATE_BITS);
    private int index;
    private int generations;

    private @Nullable LinkUser user;
    private long sequence;
    private long framesBefore;
    private @Nullable ConnectorException failure;
    private boolean answered;
    private volatile @Nullable Thread waiter;

    /** @param idBits of an id, 16 to 32 */
    final Request place(int newIndex, int idBits) {
        index = newIndex;
        // Three bits of the word hold the state.
        generations = 1 << Math.min(idBits - INDEX_BITS, Integer.SIZE - INDEX_BITS);
        return this;
    }

    // ---- for protocols

    /** By which the peer names the request in its answer; of the free entry that is about to be submitted, too. */
    public final int id() {
        return ((word.get() >>> STATE_BITS) << INDEX_BITS) | index;
    }

    /**
     * Takes a frame of the answer; called by the reading thread before it looks at the next frame.
     *
     * @return whether the answer is complete
     * @throws ConnectorException fails the request and ends the connection
     */
    protected abstract boolean take(ByteBuffer in, int at, int bytes) throws ConnectorException;

    /** Drops what belongs to the caller; called when the entry becomes free. */
    protected void clear() {}

    /** Who sent it; null for a heartbeat. */
    protected final @Nullable LinkUser user() {
        return user;
    }

    /** Whether it was answered, or has failed. */
    public final boolean isDone() {
        return state() == DONE;
    }

    // ---- for the engine

    @Override
    public final boolean reached() {
        return isDone() || isOrphaned();
    }

    /** Its user has closed. */
    final boolean isOrphaned() {
        LinkUser owner = user;
        return owner != null && owner.isClosed();
    }

    private int state() {
        return word.get() & STATE_MASK;
    }

    final boolean isFree() {
        return state() == FREE;
    }

    /** Sent, and neither answered nor withdrawn. */
    final boolean isPending() {
        return state() == PENDING;
    }

    /** In flight, as the peer sees it. */
    final boolean isUnanswered() {
        int state = state();
        return state == PENDING || state == ABANDONED;
    }

    /** From now on an answer may arrive; only with the send lock. */
    final void submit(@Nullable LinkUser newUser, long newSequence, long frames) {
        user = newUser;
        sequence = newSequence;
        framesBefore = frames;
        failure = null;
        answered = false;
        word.set(word.get() | PENDING);
    }

    /** Whether this id is that of the request, and it awaits the answer; if so, it is being filled from now on. */
    final boolean beginAnswer(int id) {
        int pending = generation(id) | PENDING;
        return word.compareAndSet(pending, generation(id) | FILLING);
    }

    /** Whether this id is that of a request that was abandoned; if so, the entry is free from now on. */
    final boolean endAbandoned(int id) {
        return word.compareAndSet(generation(id) | ABANDONED, next(generation(id)));
    }

    private static int generation(int id) {
        return (id >>> INDEX_BITS) << STATE_BITS;
    }

    private int next(int current) {
        int generation = (current >>> STATE_BITS) + 1;
        return (generation == generations ? 1 : generation) << STATE_BITS;
    }

    /** More frames of the answer follow. */
    final void awaitMore() {
        word.set((word.get() & ~STATE_MASK) | PENDING);
    }

    /** It is answered, or failed if that was set; only by the thread that began to fill it. */
    final void complete() {
        answered = true;
        finish();
    }

    private void finish() {
        word.set((word.get() & ~STATE_MASK) | DONE);
        wake();
    }

    final void setFailure(ConnectorException cause) {
        failure = cause;
    }

    /** Ends it without an answer, unless it is answered. */
    final void fail(ConnectorException cause) {
        if (withdraw(false)) {
            failure = cause;
            finish();
        }
    }

    /**
     * Makes sure that no answer is taken any more; false when one was, or is being taken.
     *
     * @param abandoned the entry stays in use until the answer has arrived
     */
    final boolean withdraw(boolean abandoned) {
        int current = word.get();
        return (current & STATE_MASK) == PENDING
                && word.compareAndSet(current, (current & ~STATE_MASK) | (abandoned ? ABANDONED : FILLING));
    }

    /** Frees the entry, which is done or was withdrawn; returns whether it was answered. */
    final boolean release() {
        boolean wasAnswered = answered;
        user = null;
        waiter = null;
        clear();
        word.set(next(word.get()));
        return wasAnswered;
    }

    final void setWaiter(@Nullable Thread thread) {
        waiter = thread;
    }

    /** Wakes the thread that waits for the answer while another one reads; false when none does. */
    final boolean wake() {
        Thread thread = waiter;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
        return thread != null;
    }

    /** Frames received until it was sent. */
    final long framesBefore() {
        return framesBefore;
    }

    final void setFramesBefore(long frames) {
        framesBefore = frames;
    }

    /** Grows with each request. */
    final long sequence() {
        return sequence;
    }

    final @Nullable ConnectorException failure() {
        return failure;
    }
}
