package io.taktstrom.spring.stream;

import java.io.IOException;
import java.util.BitSet;

import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the messages of one stream's flush unit. A message that the binding took is acknowledged, unless somebody
 * has promised to say later whether the broker has it. Thread-safe.
 */
final class Confirmations {

    private final Delivery delivery = new Delivery();
    /** Attempts of those before: what is still said of them must change nothing here. */
    private final int former;
    /** Guarded by this, as is all below. */
    private final BitSet promised = new BitSet();

    private int attempt;

    /** @param before of the same stream's inlet before this one, whose units have numbers of their own */
    Confirmations(@Nullable Confirmations before) {
        former = before == null ? 0 : before.last();
        attempt = former;
    }

    private synchronized int last() {
        return attempt;
    }

    /** Begins an attempt; returns what tells answers to it from all others of this stream. */
    synchronized int begin(FlushUnit unit, int size) {
        promised.clear();
        attempt = former + delivery.begin(unit, size);
        return attempt;
    }

    int next(int from) {
        return delivery.next(from);
    }

    void sent(int m) {
        delivery.sent(m);
    }

    boolean hasFailed() {
        return delivery.hasFailed();
    }

    /** Whoever sends this message on will say what became of it. */
    synchronized void promise(int ofAttempt, int m) {
        if (ofAttempt == attempt) {
            promised.set(m);
        }
    }

    /** The binding's channel has taken a message; more is known of one that was promised. */
    void taken(int ofAttempt, int m) {
        boolean known;
        synchronized (this) {
            known = ofAttempt != attempt || !promised.get(m);
        }
        if (known) {
            delivery.acknowledged(ofAttempt - former, m);
        }
    }

    void acknowledged(int ofAttempt, int m) {
        delivery.acknowledged(ofAttempt - former, m);
    }

    void refused(int ofAttempt, int m, String reason) {
        delivery.refused(ofAttempt - former, m, reason);
    }

    void failed(int ofAttempt, int m, Exception why) {
        delivery.failed(ofAttempt - former, m, why);
    }

    /** Returns when all that was sent is acknowledged or refused. */
    void await(long nanos, String name) throws IOException {
        if (delivery.await(nanos)) {
            return;
        }
        Exception failure = delivery.failure();
        if (failure != null) {
            throw new IOException(name + ": the binder has not taken a message: " + inWords(failure), failure);
        }
        throw new IOException(
                name + ": nobody has acknowledged a message in time; see that the binder's broker answers, and"
                        + " with functions that filter, gather or make other messages, or a subscriber of your own, set"
                        + " acknowledge: subscriber");
    }

    /** The innermost messages say most. */
    static String inWords(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost.getMessage() == null ? innermost.toString() : innermost.getMessage();
    }

    void succeed(MessageUnit<?> of, FlushUnit unit) {
        delivery.succeed(of, unit);
    }

    void fail(MessageUnit<?> of) {
        delivery.fail(of);
    }
}
