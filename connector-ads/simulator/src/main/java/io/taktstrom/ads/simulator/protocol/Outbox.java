package io.taktstrom.ads.simulator.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.simulation.Counters;
import io.taktstrom.simulation.DeviceThreads;
import io.taktstrom.simulation.SocketConnection;
import org.jspecify.annotations.Nullable;

/**
 * Notification frames on their way to one connection, with the threads that send them: the task never waits for a network.
 * Two buffers, one being filled while the other is being written; what fits into neither is dropped and counted, as in a full
 * mailbox of TwinCAT's router. Bursts have threads of their own. Bursts are guarded by the simulation's lock, the rest by the
 * monitor.
 */
public final class Outbox implements Runnable {

    private static final int SMALL_BYTES = 65_536;
    private static final int LIMIT_BYTES = 4 << 20;

    private final SocketConnection connection;
    private final Counters<AdsCounter> counters;
    private final DeviceThreads threads;
    private final EpochNanoClock clock;
    private final List<BurstSender> bursts = new ArrayList<>();
    private @Nullable ByteBuffer filling;
    private @Nullable ByteBuffer writing;
    /** The answers with the handles of new notifications are not sent yet. */
    private boolean held;

    private boolean closed;

    public Outbox(
            SocketConnection connection, Counters<AdsCounter> counters, DeviceThreads threads, EpochNanoClock clock) {
        this.connection = connection;
        this.counters = counters;
        this.threads = threads;
        this.clock = clock;
    }

    /** Keeps frames until {@link #release}: the client does not know the handle of a new notification yet. */
    synchronized void hold() {
        held = true;
    }

    /** Prepares a burst, which begins with {@link #release}. */
    void addBurst(long client, long server, int handle, int bytes, Burst burst) {
        hold();
        bursts.add(new BurstSender(connection, client, server, handle, bytes, burst, clock, counters));
    }

    void stopBurst(int handle) {
        bursts.removeIf(sender -> sender.stopIfOf(handle));
    }

    /** Whether there is something to {@link #release}. */
    public synchronized boolean isHeld() {
        return held;
    }

    /** Sends what was held: the answers with the handles are sent. */
    public void release() {
        synchronized (this) {
            held = false;
            notifyAll();
        }
        for (BurstSender sender : bursts) {
            if (sender.begin()) {
                threads.start(sender, connection + "-burst");
            }
        }
    }

    /** Ends its threads. */
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        bursts.forEach(BurstSender::stop);
    }

    /** Copies a frame. Never waits for the network. */
    synchronized void offer(ByteBuffer frame, int bytes, int samples) {
        ByteBuffer into = closed ? null : room(bytes);
        if (into == null) {
            // The client is disconnected, or too slow.
            counters.add(AdsCounter.SAMPLES_DROPPED, samples);
            return;
        }
        into.put(into.position(), frame, 0, bytes);
        into.position(into.position() + bytes);
        counters.increment(AdsCounter.NOTIFICATION_FRAMES);
        counters.add(AdsCounter.SAMPLES, samples);
        notifyAll();
    }

    private @Nullable ByteBuffer room(int bytes) {
        ByteBuffer current = filling;
        if (current == null) {
            filling = ByteBuffer.allocateDirect(Math.max(SMALL_BYTES, bytes));
            writing = ByteBuffer.allocateDirect(SMALL_BYTES);
            threads.start(this, connection + "-outbox");
        } else if (current.remaining() < bytes) {
            int needed = current.position() + bytes;
            if (needed > LIMIT_BYTES) {
                return null;
            }
            int size = Math.min(LIMIT_BYTES, Math.max(needed, 2 * current.capacity()));
            filling = ByteBuffer.allocateDirect(size).put(current.flip());
        }
        return filling;
    }

    /** Waits for frames; returns null when closed. */
    private synchronized @Nullable ByteBuffer take() throws InterruptedException {
        while (!closed && (held || filling == null || filling.position() == 0)) {
            wait();
        }
        ByteBuffer full = closed ? null : filling;
        if (full != null && writing != null) {
            filling = writing.clear();
            writing = full.flip();
        }
        return full;
    }

    @Override
    public void run() {
        try {
            for (ByteBuffer frames = take(); frames != null; frames = take()) {
                connection.write(frames);
            }
        } catch (IOException e) {
            connection.close("cannot write notifications: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
