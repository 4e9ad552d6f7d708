package io.taktstrom.spring.stream;

import java.util.BitSet;

import io.taktstrom.sinks.message.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the messages of one stream's flush unit. A message that the binding took is acknowledged, unless a handler has
 * promised to report later whether the broker has it. Thread-safe.
 */
final class Confirmations {

    private final Delivery delivery;
    /** Guarded by this, as is the next. */
    private final BitSet promised = new BitSet();

    private int promisedAttempt;

    /** @param before of the same stream's inlet before this one, whose units have numbers of their own */
    Confirmations(@Nullable Confirmations before) {
        delivery = new Delivery(before == null ? 0 : before.delivery.attempt());
    }

    Delivery delivery() {
        return delivery;
    }

    /** The handler that sends this message will report the broker's answer. */
    synchronized void promise(int attempt, int m) {
        if (attempt != promisedAttempt) {
            promised.clear();
            promisedAttempt = attempt;
        }
        promised.set(m);
    }

    /** The binding's channel has taken a message; more is known of one that was promised. */
    void taken(int attempt, int m) {
        if (!isPromised(attempt, m)) {
            delivery.acknowledged(attempt, m);
        }
    }

    private synchronized boolean isPromised(int attempt, int m) {
        return attempt == promisedAttempt && promised.get(m);
    }

    /** The innermost message says most. */
    static String innermost(Throwable failure) {
        Throwable cause = root(failure);
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    static Throwable root(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost;
    }
}
