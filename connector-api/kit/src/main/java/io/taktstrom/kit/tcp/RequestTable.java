package io.taktstrom.kit.tcp;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** The requests in flight, never more than the limit, and the threads that wait for their turn to send. Hot. */
final class RequestTable {

    private static final int FIRST_COUNT = 16;

    private final Supplier<? extends Request> factory;
    private final int idBits;
    private final AtomicInteger permits;
    private final int limit;
    private volatile Request[] requests = {};
    private int next;
    private long sequence;

    /** In the order of arrival; guarded by the send lock. */
    private final Queue<Thread> waiting = new ArrayDeque<>();

    private volatile @Nullable Thread first;

    RequestTable(int limit, int idBits, Supplier<? extends Request> factory) {
        this.limit = limit;
        this.idBits = idBits;
        this.factory = factory;
        permits = new AtomicInteger(limit);
    }

    // ---- sending: with the send lock

    /** A free entry; null when the limit is reached, or when other threads are first. */
    @Nullable
    Request free() {
        Thread head = first;
        if (permits.get() <= 0 || (head != null && head != Thread.currentThread())) {
            return null;
        }
        Request[] all = requests;
        for (int tries = all.length; tries > 0; tries--) {
            Request request = all[next];
            // Entries take turns, so that an id is reused as late as possible.
            next = next + 1 == all.length ? 0 : next + 1;
            if (request.isFree()) {
                return request;
            }
        }
        return all.length == Request.MAX_COUNT ? null : grow(all);
    }

    /** Permits come back with the answer, entries when their owners have seen it: so there may be more entries than permits. */
    private Request grow(Request[] all) {
        Request[] more =
                Arrays.copyOf(all, Math.min(Request.MAX_COUNT, all.length == 0 ? FIRST_COUNT : 2 * all.length));
        for (int i = all.length; i < more.length; i++) {
            more[i] = factory.get().place(i, idBits);
        }
        requests = more;
        next = all.length + 1 == more.length ? 0 : all.length + 1;
        return more[all.length];
    }

    /** The entry is in flight from now on. */
    void submit(Request request, @Nullable LinkUser user, long frames) {
        permits.getAndDecrement();
        if (first != null) {
            leaveQueue();
        }
        request.submit(user, ++sequence, frames);
    }

    void joinQueue() {
        if (!waiting.contains(Thread.currentThread())) {
            waiting.add(Thread.currentThread());
            first = waiting.peek();
        }
    }

    void leaveQueue() {
        if (waiting.remove(Thread.currentThread())) {
            first = waiting.peek();
            wakeFirst();
        }
    }

    // ---- turns: any thread

    /** Whether the calling thread, which waits, may send. */
    boolean isTurn() {
        return permits.get() > 0 && first == Thread.currentThread();
    }

    /** Whether there is a permit for a thread that waits for one. */
    boolean mayServe() {
        return first != null && permits.get() > 0;
    }

    void wakeFirst() {
        Thread head = first;
        if (head != null) {
            LockSupport.unpark(head);
        }
    }

    boolean isIdle() {
        return permits.get() == limit && first == null;
    }

    // ---- answers: the reading thread

    /** Hands an answer to its request; false when no request has this id. */
    boolean answer(int id, ByteBuffer in, int at, int bytes) throws ConnectorException {
        Request[] all = requests;
        int index = id & Request.MAX_COUNT;
        if (index >= all.length) {
            return false;
        }
        Request request = all[index];
        if (request.beginAnswer(id)) {
            take(request, in, at, bytes);
            return true;
        }
        if (request.endAbandoned(id)) {
            givePermit();
            return true;
        }
        return false;
    }

    private void take(Request request, ByteBuffer in, int at, int bytes) throws ConnectorException {
        boolean complete = true;
        try {
            complete = request.take(in, at, bytes);
        } catch (ConnectorException e) {
            request.setFailure(
                    e instanceof MalformedFrameException frame
                            ? new MalformedFrameException(request.toString(), frame)
                            : e);
            throw e;
        } catch (RuntimeException | Error e) {
            // Its answer was not taken: without this it would end as answered.
            request.setFailure(new ConnectionLostException(
                    request + ": an unexpected error while reading its answer: " + e + "; please report it", e));
            throw e;
        } finally {
            if (complete) {
                givePermit();
                request.complete();
            } else {
                request.awaitMore();
            }
        }
    }

    private void givePermit() {
        permits.getAndIncrement();
        wakeFirst();
    }

    /** The request that has been in flight longest; null when there is none. */
    @Nullable
    Request oldest() {
        Request oldest = null;
        for (Request request : requests) {
            if (request.isUnanswered() && (oldest == null || request.sequence() < oldest.sequence())) {
                oldest = request;
            }
        }
        return oldest;
    }

    // ---- the end of a request

    /** Frees an entry that is done or was withdrawn; returns whether a thread that waits to send may do so now. */
    boolean release(Request request) {
        if (!request.release()) {
            givePermit();
            return mayServe();
        }
        return false;
    }

    void failAll(Supplier<ConnectorException> cause) {
        for (Request request : requests) {
            if (request.isPending()) {
                request.fail(cause.get());
            }
        }
        wakeFirst();
    }

    /** Has all threads that wait check whether their user has closed; with the send lock. */
    void wakeAll() {
        for (Request request : requests) {
            request.wake();
        }
        waiting.forEach(LockSupport::unpark);
    }

    /** Wakes a thread that waits, so that it reads; returns whether there was one. */
    boolean wakeOne() {
        for (Request request : requests) {
            if (request.isPending() && request.wake()) {
                return true;
            }
        }
        wakeFirst();
        return first != null;
    }
}
