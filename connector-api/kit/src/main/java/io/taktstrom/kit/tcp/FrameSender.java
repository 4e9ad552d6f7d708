package io.taktstrom.kit.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.RequestTimeoutException;

/** Frames to be sent, one behind the other, so that those sent together take one write. Hot; all but the lock needs the lock. */
final class FrameSender {

    static final long PAUSE_NANOS = 50_000;

    private static final int NORMAL_BYTES = 16 * 1024;
    /** A buffer that grew beyond this for one large request is not kept. */
    private static final int KEPT_BYTES = 1024 * 1024;

    private final Dialed dialed;
    private final LinkFailure failure;
    private final Consumer<ConnectorException> fail;
    private final Runnable poll;
    private final ByteOrder order;
    private final SendLock lock = new SendLock();
    private ByteBuffer buffer;

    /**
     * @param fail ends the connection
     * @param poll takes what has arrived, if no other thread reads
     */
    FrameSender(Dialed dialed, ByteOrder order, LinkFailure failure, Consumer<ConnectorException> fail, Runnable poll) {
        this.dialed = dialed;
        this.order = order;
        this.failure = failure;
        this.fail = fail;
        this.poll = poll;
        buffer = newBuffer(NORMAL_BYTES);
    }

    private ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(order);
    }

    void lock() {
        lock.lock();
        // Frames of a sender that failed before it could flush.
        buffer.clear();
    }

    void unlock() {
        lock.unlock();
    }

    boolean isEmpty() {
        return buffer.position() == 0;
    }

    /** Room for a frame at the buffer's position; what finds none is sent first. */
    ByteBuffer room(int bytes, long deadline) throws ConnectorException {
        if (bytes > buffer.remaining() && !isEmpty()) {
            flush(deadline);
        }
        if (bytes > buffer.remaining()) {
            buffer = newBuffer(bytes);
        }
        return buffer;
    }

    /** A frame has been written. */
    void add(int bytes) {
        buffer.position(buffer.position() + bytes);
    }

    void flush(long deadline) throws ConnectorException {
        flush(buffer.flip(), deadline);
        if (buffer.capacity() > KEPT_BYTES) {
            buffer = newBuffer(NORMAL_BYTES);
        }
        buffer.clear();
    }

    void flush(ByteBuffer bytes, long deadline) throws ConnectorException {
        try {
            while (true) {
                if (dialed.send(bytes)) {
                    return;
                }
                if (System.nanoTime() - deadline >= 0) {
                    // Part of a frame has been sent: nothing can follow it.
                    fail.accept(new RequestTimeoutException(
                            failure.peer() + " takes no more bytes; the connection is given up"));
                    throw failure.lost();
                }
                // A peer that takes nothing may have to get rid of its answers first.
                poll.run();
                LockSupport.parkNanos(this, PAUSE_NANOS);
            }
        } catch (IOException e) {
            fail.accept(failure.broke(e));
            throw failure.lost();
        }
    }

    void trySend(ByteBuffer frame) {
        lock.lock();
        try {
            if (!failure.isSet()) {
                dialed.send(frame);
            }
        } catch (IOException e) {
            fail.accept(failure.broke(e));
        } finally {
            lock.unlock();
        }
    }
}
