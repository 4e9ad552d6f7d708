package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.kit.tcp.LinkUser;
import io.taktstrom.spi.ConnectorException;

/** A user of a link: an AMS port of ours, the device that it speaks to, and what becomes of its notifications. */
abstract class AmsPort extends LinkUser {

    private final AmsAddress target;
    private final AmsAddress source;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean confirmed;

    /** @param source our own address, unique on the link */
    AmsPort(AmsAddress target, AmsAddress source) {
        this.target = target;
        this.source = source;
    }

    final AmsAddress target() {
        return target;
    }

    final AmsAddress source() {
        return source;
    }

    @Override
    public final boolean isClosed() {
        return closed.get();
    }

    /** Whether it was open until now. */
    final boolean markClosed() {
        return closed.compareAndSet(false, true);
    }

    /** The target has answered once, so if it falls silent, the connection is to blame. */
    final boolean isConfirmed() {
        return confirmed;
    }

    final void confirm() {
        confirmed = true;
    }

    /** Whether the handle is ours, or may be in a moment. */
    abstract boolean mayKnow(int handle);

    /** Whether a frame has handles that may be about to become known; called by the receiver. */
    abstract boolean mustHold(ByteBuffer buffer, int frame);

    /** A checked frame for us; called by the receiver. */
    abstract void deliver(ByteBuffer buffer, int frame);

    /** A frame was dropped because the queue is full; called by the reading thread. */
    abstract void dropped(ByteBuffer buffer, int frame, NotificationQueue queue);

    /** Samples were lost here; called by the receiver. */
    abstract void overflow(int key);

    /** As {@link #linkFailed}, behind the last frame; called by the receiver. */
    abstract void tellLost(ConnectorException cause);
}
