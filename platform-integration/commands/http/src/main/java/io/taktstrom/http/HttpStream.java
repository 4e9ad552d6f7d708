package io.taktstrom.http;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * An answer that lasts until one side ends it, such as server-sent events. The client has the transfer time of the port to take each
 * frame; a client that does not is disconnected. Thread-safe.
 */
public final class HttpStream {

    private final Queue<byte[]> waiting = new ConcurrentLinkedQueue<>();
    /** Parts that the client has not taken; the head of the answer is the first. */
    private final AtomicInteger pending = new AtomicInteger(1);

    private volatile Runnable onChange = () -> {};
    private volatile boolean closed;

    /** Whether the client has taken everything that was sent, and the head of the answer. */
    public boolean isTaken() {
        return pending.get() == 0;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Sends a frame after those before it. Does not block. */
    public void send(byte[] frame) {
        pending.incrementAndGet();
        waiting.add(frame);
        onChange.run();
    }

    /** Ends the connection. */
    public void close() {
        closed = true;
        onChange.run();
    }

    /** @param newOnChange wakes the thread of the port */
    void attach(Runnable newOnChange) {
        onChange = newOnChange;
        newOnChange.run();
    }

    @Nullable
    ByteBuffer next() {
        byte[] frame = waiting.poll();
        return frame == null ? null : ByteBuffer.wrap(frame);
    }

    void taken() {
        pending.decrementAndGet();
    }

    /** The connection has ended. */
    void end() {
        closed = true;
    }
}
