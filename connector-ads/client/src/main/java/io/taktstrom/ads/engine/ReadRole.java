package io.taktstrom.ads.engine;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;

/**
 * Who reads from a link. Hot.
 *
 * <p>One thread at a time holds the role: one that waits for its own answer (it leads; the others follow, parked, until
 * it hands them their answer or the role), or the receiver. The socket is non-blocking and the leader waits in a
 * selector: so it keeps its deadline, and an interrupt, which would close a blocking channel for everybody, does no
 * harm.
 */
final class ReadRole {

    private final RouterLink link;
    private final Dialed dialed;
    private final IncomingFrames inbox;
    private final long frameTimeoutNanos;
    private final AtomicBoolean led = new AtomicBoolean();
    private final AtomicInteger followers = new AtomicInteger();

    ReadRole(RouterLink link, Dialed dialed, IncomingFrames inbox, long frameTimeoutNanos) {
        this.link = link;
        this.dialed = dialed;
        this.inbox = inbox;
        this.frameTimeoutNanos = frameTimeoutNanos;
    }

    /** Waits for an answer, reading if nobody else does. May return early. */
    void leadOrFollow(Slot slot, long deadline) {
        if (led.compareAndSet(false, true)) {
            try {
                lead(slot, deadline);
            } finally {
                yieldLead();
            }
        } else {
            follow(slot, deadline);
        }
    }

    private void follow(Slot slot, long deadline) {
        slot.setWaiter(Thread.currentThread());
        followers.incrementAndGet();
        if (!slot.reached() && led.get()) {
            LockSupport.parkNanos(this, deadline - System.nanoTime());
        }
        followers.decrementAndGet();
        slot.setWaiter(null);
    }

    /** Takes the role, if it is free, until the goal is reached or time is up; returns whether it was free. */
    boolean leadUntil(Goal goal, long deadline) {
        if (!led.compareAndSet(false, true)) {
            return false;
        }
        try {
            while (!goal.reached() && link.failure() == null && deadline - System.nanoTime() > 0) {
                lead(goal, deadline);
                // Nobody has a reason to interrupt the receiver.
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

    /** Returns early when the thread is interrupted. */
    private void lead(Goal goal, long deadline) {
        while (!goal.reached() && link.failure() == null) {
            long now = System.nanoTime();
            long wait = deadline - now;
            if (wait <= 0) {
                return;
            }
            if (inbox.partial()) {
                wait = Math.min(wait, inbox.partialSince() + frameTimeoutNanos - now);
            }
            if (wait > 0) {
                select(now + wait);
            }
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            receive();
            if (wait <= 0 && inbox.partial() && inbox.partialSince() + frameTimeoutNanos - now <= 0) {
                link.fail(new RequestTimeoutException(link + " sent " + inbox.partialText()
                        + " of a frame and no more in time; the connection is given up"));
            }
        }
    }

    private void select(long until) {
        try {
            dialed.select(until);
        } catch (ClosedSelectorException e) {
            // The link has failed, and the leader is about to see it.
            return;
        } catch (IOException e) {
            link.fail(link.broke(e));
        }
    }

    /** Takes what is there; only with the role. */
    private void receive() {
        try {
            if (inbox.fill(dialed.channel()) < 0) {
                link.fail(link.closedByPeer());
                return;
            }
            for (int bytes = inbox.frameBytes(); bytes > 0; bytes = inbox.frameBytes()) {
                int frame = inbox.position();
                // Before it is handled: whatever that throws, the next reader does not see this frame again.
                inbox.skip(bytes);
                link.take(inbox.buffer(), frame, bytes);
            }
        } catch (MalformedFrameException e) {
            link.fail(new MalformedFrameException(
                    "the peer at " + link + " breaks the ADS protocol, the connection is given up", e));
        } catch (IOException e) {
            link.fail(link.broke(e));
        } catch (RuntimeException | Error e) {
            // The request may be another thread's than the reader's: all requests of the link fail with the cause.
            link.giveUp(e);
            Fatal.rethrow(e);
        }
    }

    private void yieldLead() {
        led.set(false);
        handOver();
    }

    /** Sees to it that somebody reads, if anybody waits for something. */
    void handOver() {
        if (!led.get()) {
            link.wakeSomebody(followers.get() > 0);
        }
    }

    /** Takes what is there, if nobody else reads. Nobody waits on an idle link, and it may have been closed. */
    void peek() {
        if (led.compareAndSet(false, true)) {
            try {
                receive();
            } finally {
                yieldLead();
            }
        }
    }
}
