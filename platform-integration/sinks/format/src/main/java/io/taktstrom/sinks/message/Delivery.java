package io.taktstrom.sinks.message;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import io.taktstrom.sink.FlushUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the receiver has of a unit's messages, over all attempts to deliver it. A unit that comes again sends only what is
 * still open; so a receiver that took half of it gets as little as possible twice.
 *
 * <pre>
 *   OPEN --sent--> SENT --acknowledged--> ACKNOWLEDGED     stays, unless an earlier message of its route failed
 *    ^               +------refused-----> REFUSED          stays: its samples are refused when the unit succeeds
 *    |               +------failed------> FAILED
 *    +------------- next attempt -----------+
 * </pre>
 *
 * <p>A message behind one of the same route that failed is sent again even when it was acknowledged, so that what a receiver
 * gets last of a route is the latest.
 *
 * <p>The pipeline's thread sends, others answer: thread-safe. An answer to an earlier attempt changes nothing.
 */
public final class Delivery {

    private static final byte OPEN = 0;
    private static final byte SENT = 1;
    private static final byte ACKNOWLEDGED = 2;
    private static final byte REFUSED = 3;
    private static final byte FAILED = 4;

    private byte[] states = {};
    private int messages;
    private long unit;
    private int attempt;
    private int unanswered;
    private boolean broken;
    private final Map<Integer, Refusal> refusals = new TreeMap<>();
    private volatile @Nullable Exception failure;

    /** @param denied whether the receiver takes the message once an administrator permits it */
    private record Refusal(String reason, boolean denied) {}

    public Delivery() {
        this(0);
    }

    /** @param lastAttempt of a delivery before this one, whose answers change nothing here */
    public Delivery(int lastAttempt) {
        attempt = lastAttempt;
    }

    /** The number of the latest attempt. */
    public synchronized int attempt() {
        return attempt;
    }

    /**
     * Begins an attempt.
     *
     * @param of how many messages the unit has
     * @return what tells answers to this attempt from those to others
     */
    public synchronized int begin(FlushUnit of, int size) {
        if (of.number() == unit && size >= messages) {
            open();
        } else {
            messages = 0;
            refusals.clear();
        }
        extend(size);
        unit = of.number();
        unanswered = 0;
        broken = false;
        failure = null;
        return ++attempt;
    }

    /** The unit has so many messages by now: some more, behind those that were sent already. */
    public synchronized void extend(int size) {
        states = size > states.length ? Arrays.copyOf(states, Math.max(size, 2 * states.length)) : states;
        Arrays.fill(states, messages, size, OPEN);
        messages = size;
    }

    /** What was neither acknowledged nor refused must be sent. */
    private void open() {
        for (int m = 0; m < messages; m++) {
            states[m] = states[m] == ACKNOWLEDGED || states[m] == REFUSED ? states[m] : OPEN;
        }
    }

    /** Whether the latest attempt is one of this unit. */
    public synchronized boolean isOf(FlushUnit of) {
        return of.number() == unit;
    }

    /** How many messages the attempt has so far. */
    public synchronized int size() {
        return messages;
    }

    /** The first message from here on that must be sent; the number of messages when there is none. */
    public synchronized int next(int from) {
        int m = from;
        while (m < messages && states[m] != OPEN) {
            m++;
        }
        return m;
    }

    /** A message is about to be sent. */
    public synchronized void sent(int m) {
        states[m] = SENT;
        unanswered++;
    }

    /**
     * All messages from here on that are {@link #next open} are about to be sent: {@link #isSent} says which, and {@link
     * #notSent} where it ended early. Many at once, so that the thread of the answers is not held up by each.
     */
    public synchronized void allSent(int from) {
        for (int m = from; m < messages; m++) {
            if (states[m] == OPEN) {
                states[m] = SENT;
                unanswered++;
            }
        }
    }

    /** Whether a message is one of those. For the sender, before it sends it: no other thread changes it until then. */
    public boolean isSent(int m) {
        return states[m] == SENT;
    }

    /** From this message on, none was sent after all. */
    public synchronized void notSent(int from) {
        for (int m = from; m < messages; m++) {
            if (states[m] == SENT) {
                states[m] = OPEN;
                unanswered--;
            }
        }
    }

    /** The receiver has a message. */
    public void acknowledged(int ofAttempt, int m) {
        answered(ofAttempt, m, ACKNOWLEDGED);
    }

    /** The receiver will never take a message. */
    public void refused(int ofAttempt, int m, String reason) {
        refused(ofAttempt, m, new Refusal(reason, false));
    }

    /** The receiver takes a message once an administrator permits it. */
    public void denied(int ofAttempt, int m, String reason) {
        refused(ofAttempt, m, new Refusal(reason, true));
    }

    private synchronized void refused(int ofAttempt, int m, Refusal refusal) {
        if (answered(ofAttempt, m, REFUSED)) {
            refusals.put(m, refusal);
        }
    }

    /** The receiver has not taken a message, and may take it another time. */
    public synchronized void failed(int ofAttempt, int m, Exception why) {
        if (answered(ofAttempt, m, FAILED) && failure == null) {
            failure = why;
        }
    }

    /** Nothing more of this attempt will be answered: the way to the receiver is gone. */
    public synchronized void broken(int ofAttempt, Exception why) {
        if (ofAttempt == attempt && !broken) {
            broken = true;
            failure = failure == null ? why : failure;
            notifyAll();
        }
    }

    private synchronized boolean answered(int ofAttempt, int m, byte state) {
        if (ofAttempt != attempt || states[m] != SENT) {
            return false;
        }
        states[m] = state;
        if (--unanswered == 0) {
            notifyAll();
        }
        return true;
    }

    /** How many messages will never be taken. */
    public synchronized int refusals() {
        return refusals.size();
    }

    /** Whether a message of this attempt has failed. */
    public boolean hasFailed() {
        return failure != null;
    }

    /** Whether all that was sent is answered, well or not. */
    public synchronized boolean isAnswered() {
        return unanswered == 0 && !broken;
    }

    /** Whether all that was sent is answered, or will not be, within that time; one wait, for a client that can hurry the receiver. */
    public synchronized boolean isAnsweredWithin(long nanos) throws IOException {
        try {
            if (unanswered > 0 && !broken) {
                TimeUnit.NANOSECONDS.timedWait(this, nanos);
            }
            return unanswered == 0 || broken;
        } catch (InterruptedException e) {
            throw SinkThreads.interrupted("wait for acknowledgements", e);
        }
    }

    /** Why the first message of this attempt that failed has failed. */
    public synchronized @Nullable Exception failure() {
        return failure;
    }

    /**
     * Waits until all that was sent is answered, well or not, or nothing more will be.
     *
     * @param nanos how long no answer at all may come
     * @return whether all was answered, and nothing has failed
     */
    public synchronized boolean await(long nanos) throws IOException {
        long deadline = System.nanoTime() + nanos;
        int before = unanswered;
        while (unanswered > 0 && !broken) {
            if (unanswered < before) {
                before = unanswered;
                deadline = System.nanoTime() + nanos;
            }
            long millis = (deadline - System.nanoTime() + 999_999) / 1_000_000;
            if (millis <= 0) {
                return false;
            }
            try {
                wait(millis);
            } catch (InterruptedException e) {
                throw SinkThreads.interrupted("wait for acknowledgements", e);
            }
        }
        return failure == null;
    }

    /** The attempt has succeeded: what will never be taken is refused, and what is not permitted is denied. */
    public synchronized void succeed(MessageUnit<?> of, FlushUnit flushUnit) {
        if (refusals.values().stream().anyMatch(Refusal::denied)) {
            denyBehind(of);
        }
        refusals.forEach((m, refusal) -> {
            if (refusal.denied) {
                of.deny(m, flushUnit, refusal.reason);
            } else {
                of.refuse(m, flushUnit, refusal.reason);
            }
        });
    }

    /** Later messages of a denied one's route are denied as well, so that the receiver gets the latest one last. */
    private void denyBehind(MessageUnit<?> of) {
        Map<Object, Refusal> denied = new HashMap<>();
        for (int m = 0; m < messages; m++) {
            Refusal own = refusals.get(m);
            if (own == null && denied.containsKey(of.route(m))) {
                refusals.put(m, denied.get(of.route(m)));
            } else if (own != null && own.denied) {
                denied.putIfAbsent(of.route(m), own);
            }
        }
    }

    /** The attempt has failed: what the next one must send is open again. Answers that still come change nothing. */
    public synchronized void fail(MessageUnit<?> of) {
        attempt++;
        Set<Object> behind = new HashSet<>();
        for (int m = 0; m < messages; m++) {
            if (states[m] == ACKNOWLEDGED ? behind.contains(of.route(m)) : states[m] != REFUSED) {
                behind.add(of.route(m));
                states[m] = OPEN;
            }
        }
    }

    /** The attempt has failed as a whole, as a transaction does: all but what is refused is open again. */
    public synchronized void failWhole() {
        attempt++;
        for (int m = 0; m < messages; m++) {
            states[m] = states[m] == REFUSED ? REFUSED : OPEN;
        }
    }
}
