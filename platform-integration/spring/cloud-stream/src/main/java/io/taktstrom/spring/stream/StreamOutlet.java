package io.taktstrom.spring.stream;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.springframework.messaging.Message;

/**
 * The end of a stream, to which one subscriber at a time connects. It has no buffer: what is not demanded is not taken from
 * the ring. The stream's thread calls {@code onNext}. Thread-safe.
 */
final class StreamOutlet implements Publisher<Message<byte[]>> {

    /** A binding that is about to start, or restarts; one that does not is said to be missing. */
    private static final long SUBSCRIBER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private volatile Confirmations confirmations = new Confirmations(null);
    private volatile Scope scope = Scope.NONE;
    /** Guarded by this, as is the demand of each. */
    private @Nullable Line current;

    StreamOutlet(String name) {
        this.name = name;
    }

    /** One subscriber, and how many messages it still wants. */
    private final class Line implements Subscription {
        private final Subscriber<? super Message<byte[]>> subscriber;
        private long demand;

        Line(Subscriber<? super Message<byte[]>> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long messages) {
            if (messages <= 0) {
                cancel();
                // Rule 3.9 of Reactive Streams.
                subscriber.onError(new IllegalArgumentException(name + ": " + messages + " messages were requested"));
                return;
            }
            synchronized (StreamOutlet.this) {
                demand = demand + messages < 0 ? Long.MAX_VALUE : demand + messages;
                StreamOutlet.this.notifyAll();
            }
        }

        @Override
        public void cancel() {
            synchronized (StreamOutlet.this) {
                if (this == current) {
                    current = null;
                }
                StreamOutlet.this.notifyAll();
            }
        }
    }

    String name() {
        return name;
    }

    Confirmations confirmations() {
        return confirmations;
    }

    /** Around what is sent of one unit. */
    Scope scope() {
        return scope;
    }

    /** The binder wants messages of this stream in this scope from now on. */
    void within(Scope wanted) {
        scope = wanted;
    }

    /** For an inlet that begins: nothing is known of its units yet. */
    synchronized Confirmations newConfirmations() {
        confirmations = new Confirmations(confirmations);
        return confirmations;
    }

    @Override
    public void subscribe(Subscriber<? super Message<byte[]>> subscriber) {
        Line line = new Line(subscriber);
        boolean first;
        synchronized (this) {
            first = current == null;
            current = first ? line : current;
        }
        subscriber.onSubscribe(line);
        if (!first) {
            subscriber.onError(new IllegalStateException(name
                    + " has a subscriber; samples go to one, so list the stream under two sinks to have them twice"));
        }
    }

    /**
     * Waits until a message is wanted, and hands this one over.
     *
     * @param nanos how long the subscriber may want none
     * @throws IOException without a subscriber, or when it wants none for so long
     */
    void emit(Message<byte[]> message, long nanos) throws IOException {
        Line line = demanding(nanos);
        try {
            line.subscriber.onNext(message);
        } catch (RuntimeException e) {
            throw new IOException(name + ": the subscriber has thrown " + e, e);
        }
    }

    private synchronized Line demanding(long nanos) throws IOException {
        long begin = System.nanoTime();
        for (Line line = current; ; line = current) {
            if (line != null && line.demand > 0) {
                line.demand -= line.demand == Long.MAX_VALUE ? 0 : 1;
                return line;
            }
            long left = (line == null ? Math.min(nanos, SUBSCRIBER_NANOS) : nanos) - (System.nanoTime() - begin);
            if (left <= 0) {
                throw new IOException(
                        line == null
                                ? "no subscriber to " + name + "; name its supplier in"
                                        + " spring.cloud.function.definition, and see that its binding runs"
                                : name + ": the subscriber wants no more messages; what comes waits in the ring");
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (IOException)
                        new InterruptedIOException(name + ": interrupted while nothing is wanted").initCause(e);
            }
        }
    }
}
