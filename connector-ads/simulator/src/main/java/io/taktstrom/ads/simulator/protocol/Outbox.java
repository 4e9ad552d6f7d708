package io.taktstrom.ads.simulator.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/**
 * Notification frames on their way to one client: the task never waits for a network. Two buffers, one being filled while
 * the other is being written; what fits into neither is dropped and counted, as in a full mailbox of TwinCAT's router.
 */
final class Outbox implements Runnable {

    private static final int SMALL_BYTES = 65_536;
    private static final int LIMIT_BYTES = 4 << 20;

    private final ClientChannel channel;
    private final Meter meter;
    private ByteBuffer filling = ByteBuffer.allocateDirect(SMALL_BYTES);
    private ByteBuffer writing = ByteBuffer.allocateDirect(SMALL_BYTES);
    private boolean held;
    private boolean closed;

    Outbox(ClientChannel channel, Meter meter) {
        this.channel = channel;
        this.meter = meter;
    }

    /** Copies a frame. Never blocks on the network. */
    synchronized void offer(ByteBuffer frame, int bytes, int samples) {
        if (closed) {
            // The client is away.
            meter.samplesDropped.add(samples);
            return;
        }
        if (filling.remaining() < bytes && !grow(bytes)) {
            meter.samplesDropped.add(samples);
            return;
        }
        filling.put(filling.position(), frame, 0, bytes);
        filling.position(filling.position() + bytes);
        meter.notificationFrames.increment();
        meter.samples.add(samples);
        notifyAll();
    }

    private boolean grow(int bytes) {
        int needed = filling.position() + bytes;
        if (needed > LIMIT_BYTES) {
            return false;
        }
        ByteBuffer larger = ByteBuffer.allocateDirect(Math.min(LIMIT_BYTES, Math.max(needed, 2 * filling.capacity())));
        filling = larger.put(filling.flip());
        return true;
    }

    /** Keeps what comes from now on until {@link #release}. */
    synchronized void hold() {
        held = true;
    }

    synchronized void release() {
        held = false;
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Waits for frames; returns null when closed. */
    private synchronized @Nullable ByteBuffer take() throws InterruptedException {
        while ((held || filling.position() == 0) && !closed) {
            wait();
        }
        if (closed) {
            return null;
        }
        ByteBuffer full = filling;
        filling = writing.clear();
        writing = full;
        return full.flip();
    }

    @Override
    public void run() {
        try {
            for (ByteBuffer frames = take(); frames != null; frames = take()) {
                channel.write(frames);
            }
        } catch (IOException e) {
            channel.close("cannot write notifications: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
