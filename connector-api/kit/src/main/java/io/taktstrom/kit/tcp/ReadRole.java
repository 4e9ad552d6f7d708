package io.taktstrom.kit.tcp;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.kit.Fatal;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;

/**
 * Decides which thread reads from a connection. Hot.
 *
 * <p>One thread at a time leads: it waits in a selector, takes what arrives, and hands other threads their answers. They
 * follow, waiting, until they get their answer or the lead. The socket is non-blocking: so the leader keeps its deadline, and
 * an interrupt, which would close a blocking channel for all users, does no harm.
 */
final class ReadRole {

    private final RequestEngine<?> engine;
    private final RequestTable table;
    private final Dialed dialed;
    private final FrameReader inbox;
    private final long frameTimeoutNanos;
    private final AtomicBoolean led = new AtomicBoolean();
    private final AtomicInteger followers = new AtomicInteger();

    ReadRole(RequestEngine<?> engine, RequestTable table, Dialed dialed, FrameReader inbox, long frameTimeoutNanos) {
        this.engine = engine;
        this.table = table;
        this.dialed = dialed;
        this.inbox = inbox;
        this.frameTimeoutNanos = frameTimeoutNanos;
    }

    /** Waits for an answer, reading if no other thread does. May return early. */
    void leadOrFollow(Request request, long deadline) {
        if (led.compareAndSet(false, true)) {
            lead(request, deadline);
        } else {
            request.setWaiter(Thread.currentThread());
            follow(request, deadline);
            request.setWaiter(null);
        }
    }

    /** As {@link #leadOrFollow(Request, long)}, for a thread that is woken in another way than by an answer. */
    void leadOrFollow(ReadGoal goal, long deadline) {
        if (led.compareAndSet(false, true)) {
            lead(goal, deadline);
        } else {
            follow(goal, deadline);
        }
    }

    private void follow(ReadGoal goal, long deadline) {
        followers.incrementAndGet();
        if (!goal.reached() && led.get() && engine.failure() == null) {
            LockSupport.parkNanos(this, deadline - System.nanoTime());
        }
        followers.decrementAndGet();
    }

    /** Leads, unless another thread does, until the goal is reached or time is up; returns whether it led. */
    boolean leadUntil(ReadGoal goal, long deadline) {
        if (!led.compareAndSet(false, true)) {
            return false;
        }
        try {
            while (!goal.reached() && engine.failure() == null && deadline - System.nanoTime() > 0) {
                readUntil(goal, deadline);
                // The threads that call this have no reason to be interrupted.
                Thread.interrupted();
            }
        } finally {
            yieldLead();
        }
        return true;
    }

    boolean isLed() {
        return led.get();
    }

    private void lead(ReadGoal goal, long deadline) {
        try {
            readUntil(goal, deadline);
        } finally {
            yieldLead();
        }
    }

    /** Returns early when the thread is interrupted. */
    private void readUntil(ReadGoal goal, long deadline) {
        while (!goal.reached() && engine.failure() == null) {
            long now = System.nanoTime();
            long wait = Math.min(deadline - now, inbox.partialNanosLeft(now, frameTimeoutNanos));
            if (deadline - now <= 0) {
                return;
            }
            if (wait > 0) {
                select(now + wait);
            }
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            receive();
            if (inbox.partialNanosLeft(now, frameTimeoutNanos) <= 0) {
                engine.fail(new RequestTimeoutException(engine + " sent " + engine.partialFrame()
                        + " of a frame and no more in time; the connection is given up"));
            }
        }
    }

    private void select(long until) {
        try {
            dialed.select(until);
        } catch (ClosedSelectorException e) {
            // The connection has failed, and the leader is about to see it.
            return;
        } catch (IOException e) {
            engine.fail(engine.ending().broke(e));
        }
    }

    /** Takes what has arrived; only by the leader. */
    private void receive() {
        try {
            if (inbox.fill(dialed.input()) < 0) {
                engine.fail(engine.closedByPeer());
                return;
            }
            for (int bytes = inbox.frameBytes(); bytes > 0; bytes = inbox.frameBytes()) {
                int frame = inbox.position();
                // Before it is handled: if that throws, the next reader does not see this frame again.
                inbox.skip(bytes);
                engine.take(inbox.buffer(), frame, bytes);
            }
        } catch (MalformedFrameException e) {
            engine.fail(engine.malformed(e));
        } catch (ConnectorException e) {
            engine.fail(e);
        } catch (IOException e) {
            engine.fail(engine.ending().broke(e));
        } catch (RuntimeException | Error e) {
            // The request may be that of another thread: all requests of the connection fail with the cause.
            engine.giveUp(e);
            Fatal.rethrow(e);
        }
    }

    private void yieldLead() {
        led.set(false);
        handOver();
    }

    /** Wakes a thread that waits, if no thread reads. */
    void handOver() {
        if (!led.get() && (followers.get() == 0 || !table.wakeOne())) {
            engine.onNoReader();
        }
    }

    /** Takes what has arrived, if no other thread reads: an idle connection may have been closed. */
    void poll() {
        if (led.compareAndSet(false, true)) {
            try {
                receive();
            } finally {
                yieldLead();
            }
        }
    }
}
