package io.taktstrom.stream;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/**
 * The way back from the disk: what comes next in a log, but for what was lost since it was written, and no faster than was
 * agreed. Of the sink's thread, but for {@link #hurry}. Hot: allocates nothing per unit.
 */
final class Replay {

    private static final long BURST_NANOS = Duration.ofSeconds(1).toNanos();

    private final String stream;
    private final SampleLog log;
    private final SampleRing ring;
    private final int rate;
    private final SampleBatch incoming;
    private final EpochNanoClock clock;
    private long incomingNumber;
    private int incomingAt;
    /** Behind the last sample that went to the sink. */
    private long readTo;

    private @Nullable Origin incomingFrom;
    private long mayReadAt;
    /** The pipeline is being closed: no waiting for the rate. */
    private volatile boolean hurrying;

    /**
     * @param rate most samples in a second; 0 for as fast as it goes
     * @param incoming room for what is read at once
     */
    Replay(String stream, SampleLog log, SampleRing ring, int rate, SampleBatch incoming, EpochNanoClock clock) {
        this.stream = stream;
        this.log = log;
        this.ring = ring;
        this.rate = rate;
        this.incoming = incoming;
        this.clock = clock;
    }

    void start() {
        mayReadAt = clock.nanoTime();
    }

    /** Behind the last sample that was given out. */
    long readTo() {
        return readTo;
    }

    /**
     * Gives out what comes next, as far as there is room.
     *
     * @throws IOException when the disk does not let us read; to be tried again
     */
    void fill(SampleQueue staged) throws IOException, InterruptedException {
        while (incomingAt < incoming.size() || fetch()) {
            Origin origin = origin(incoming.group());
            int length = origin.lengthOf(incoming, incomingAt);
            if (!staged.hasRoom(length)) {
                return;
            }
            staged.put(origin, incoming, incomingAt, incoming.statusAt(incomingAt), length);
            incomingAt++;
            readTo = incomingNumber + incomingAt;
        }
    }

    /** Reads what comes next, but for what was lost since it was read. */
    private boolean fetch() throws IOException, InterruptedException {
        incoming.clear();
        incomingAt = 0;
        do {
            incomingNumber = log.fetch(incoming);
            if (incomingNumber == SampleLog.NOTHING) {
                return false;
            }
            incomingAt = log.claim(incomingNumber, incoming.size());
        } while (incomingAt == incoming.size());
        return true;
    }

    private Origin origin(PointGroup group) {
        Origin origin = incomingFrom;
        if (origin == null || origin.group != group) {
            origin = ring.originOf(group);
            incomingFrom = origin;
        }
        return origin;
    }

    /** So many were given out: the next ones have their time. */
    void paced(int samples) {
        if (rate > 0) {
            mayReadAt = Math.max(mayReadAt, clock.nanoTime() - BURST_NANOS) + (long) (samples * 1e9 / rate);
        }
    }

    /** Waits until the rate allows the next unit; false when there is no time for that. */
    boolean mayRead() throws InterruptedException {
        if (rate <= 0) {
            return true;
        }
        for (long left = mayReadAt - clock.nanoTime(); left > 0; left = mayReadAt - clock.nanoTime()) {
            if (hurrying) {
                return false;
            }
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException("stream " + stream + " is closed");
            }
        }
        return true;
    }

    /** Does not wait any more. Any thread. */
    void hurry() {
        hurrying = true;
    }
}
