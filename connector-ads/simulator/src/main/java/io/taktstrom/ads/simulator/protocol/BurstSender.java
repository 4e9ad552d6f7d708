package io.taktstrom.ads.simulator.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.FileTime;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.simulation.Counters;
import io.taktstrom.simulation.SocketConnection;

/**
 * Sends the numbers 0, 1, 2 ... as notifications, on its own thread and an absolute schedule. It writes to the socket
 * itself, so a slow client slows it down and loses nothing. Allocates nothing once it runs.
 */
final class BurstSender implements Runnable {

    /** Frames are gathered up to this size. */
    private static final int CHUNK_BYTES = 262_144;
    /** Shorter waits are not worth a system call. */
    private static final long MIN_WAIT_NANOS = 50_000;

    private static final int OVERHEAD = AmsHeader.BYTES + 8 + 12;

    private final SocketConnection connection;
    private final long client;
    private final long server;
    private final int handle;
    private final int bytes;
    private final Burst burst;
    private final EpochNanoClock clock;
    private final Counters<AdsCounter> counters;
    private final ByteBuffer chunk;
    private volatile boolean stopped;
    private boolean begun;
    private volatile long sent;

    BurstSender(
            SocketConnection connection,
            long client,
            long server,
            int handle,
            int bytes,
            Burst burst,
            EpochNanoClock clock,
            Counters<AdsCounter> counters) {
        this.connection = connection;
        this.client = client;
        this.server = server;
        this.handle = handle;
        this.bytes = bytes;
        this.burst = burst;
        this.clock = clock;
        this.counters = counters;
        int frame = OVERHEAD + burst.samplesPerFrame() * (8 + bytes);
        this.chunk = AdsBuffers.direct(Math.max(frame, CHUNK_BYTES));
    }

    /** Stops if it sends this notification; returns whether it does. */
    boolean stopIfOf(int notification) {
        stopped |= notification == handle;
        return notification == handle;
    }

    /** Returns true the first time. */
    boolean begin() {
        boolean first = !begun;
        begun = true;
        return first;
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        long start = clock.nanoTime();
        try {
            while (!stopped && (burst.total() == 0 || sent < burst.total())) {
                doWork(start);
            }
        } catch (IOException e) {
            connection.close("cannot write burst: " + e.getMessage());
        }
    }

    /** Sends what is due, or waits for it. */
    private void doWork(long start) throws IOException {
        long due = due(clock.nanoTime() - start);
        if (due - sent < samplesOfNextFrame()) {
            long next = nanosOf(sent + samplesOfNextFrame());
            LockSupport.parkNanos(Math.max(MIN_WAIT_NANOS, start + next - clock.nanoTime()));
        } else {
            sendChunk(due);
        }
    }

    /** How many samples should be out by now. */
    private long due(long elapsedNanos) {
        long rate = burst.samplesPerSecond();
        long due = rate == 0
                ? Long.MAX_VALUE
                : Math.multiplyHigh(elapsedNanos, rate) != 0 ? Long.MAX_VALUE : elapsedNanos * rate / 1_000_000_000;
        return burst.total() == 0 ? due : Math.min(due, burst.total());
    }

    private long nanosOf(long samples) {
        return (long) (samples * 1e9 / burst.samplesPerSecond());
    }

    private int samplesOfNextFrame() {
        long left = burst.total() == 0 ? Long.MAX_VALUE : burst.total() - sent;
        return (int) Math.min(burst.samplesPerFrame(), left);
    }

    private void sendChunk(long due) throws IOException {
        chunk.clear();
        long fileTime = FileTime.fromEpochNanos(clock.epochNanos());
        int frames = 0;
        long first = sent;
        for (int samples = samplesOfNextFrame();
                samples > 0 && sent + samples <= due && chunk.remaining() >= OVERHEAD + samples * (8 + bytes);
                samples = samplesOfNextFrame()) {
            putFrame(samples, fileTime);
            frames++;
        }
        connection.write(chunk.flip());
        counters.add(AdsCounter.NOTIFICATION_FRAMES, frames);
        counters.add(AdsCounter.SAMPLES, sent - first);
    }

    private void putFrame(int samples, long fileTime) {
        int frame = chunk.position();
        int dataBytes = 8 + 12 + samples * (8 + bytes);
        AmsWire.putNotification(chunk, frame, client, server, dataBytes);
        int at = frame + AmsHeader.BYTES;
        chunk.putInt(at, dataBytes - 4).putInt(at + 4, 1);
        chunk.putLong(at + 8, fileTime).putInt(at + 16, samples);
        at += 20;
        long number = sent;
        for (int i = 0; i < samples; i++, at += 8 + bytes, number++) {
            chunk.putInt(at, handle).putInt(at + 4, bytes);
            if (bytes == 4) {
                chunk.putInt(at + 8, (int) number);
            } else {
                chunk.putLong(at + 8, number);
            }
        }
        chunk.position(at);
        sent = number;
    }
}
