package io.taktstrom.stream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The bounded hand-over between the threads of the sources and the thread of the sink, and the books about it.
 *
 * <p>One monitor guards samples and counters, so the books balance whenever anyone looks. It is held for a bulk transfer
 * at a time, never during a call of a source, a stage or a sink. Hot: allocates nothing after construction; a monitor,
 * unlike the locks of {@code java.util.concurrent}, allocates nothing on the heap when threads contend for it.
 */
final class SampleRing {

    private final SampleQueue queue;
    private final OverflowPolicy policy;
    private final EpochNanoClock clock;
    private final int largestSampleBytes;
    private final long blockNanos;

    private final Ledger ledger = new Ledger();
    /** Handed to the sink's thread, neither published nor dropped yet. */
    private int atSink;

    private int highWater;
    private int waitingSources;
    private boolean sinkWaits;
    private boolean closed;

    /** @param clock for how long a source is held up */
    SampleRing(PipelineSettings settings, EpochNanoClock clock) {
        this.clock = clock;
        queue = new SampleQueue(settings.capacity(), settings.arenaBytes());
        policy = settings.onFull();
        largestSampleBytes = settings.largestSampleBytes();
        blockNanos = settings.blockTimeout().toNanos();
    }

    /** The books on a source's group; {@code former} are those on the group that it had before. */
    synchronized Origin open(@Nullable Origin former, PointGroup group) {
        return former == null ? new Origin(group) : former.succeededBy(group);
    }

    /** Takes over a batch of this origin's group. Called by the source's thread; several sources may call at once. */
    synchronized void put(Origin origin, SampleBatch batch) {
        long deadline = policy == OverflowPolicy.BLOCK ? clock.nanoTime() + blockNanos : 0;
        for (int i = 0; i < batch.size(); i++) {
            put(origin, batch, i, deadline);
        }
        wakeSink();
    }

    private void put(Origin origin, SampleBatch batch, int i, long deadline) {
        int point = batch.pointAt(i);
        int length = origin.lengthOf(batch, i);
        if (length > largestSampleBytes) {
            drop(DropReason.TOO_LARGE, 1);
            origin.loseBeforeNextPut(point);
            return;
        }
        if (policy == OverflowPolicy.CONFLATE) {
            if (!closed && conflate(origin, batch, i)) {
                return;
            }
            length = Math.min(largestSampleBytes, origin.roomyLengthOf(batch, i));
        }
        DropReason reason = makeRoom(length, deadline);
        if (reason != null) {
            drop(reason, 1);
            origin.loseBeforeNextPut(point);
            return;
        }
        ledger.receive(1);
        origin.waitingAt[point] = queue.tail();
        queue.put(origin, batch, i, origin.statusAtPut(point, batch.statusAt(i)), length);
        highWater = Math.max(highWater, queue.size());
    }

    private boolean conflate(Origin origin, SampleBatch batch, int i) {
        int point = batch.pointAt(i);
        long waiting = origin.waitingAt[point];
        int status = StatusCode.withOverflow(batch.statusAt(i));
        if (waiting == Origin.NOWHERE || !queue.replace(waiting, batch, i, status)) {
            return false;
        }
        origin.clearLossBeforeNextPut(point);
        ledger.receive(1);
        ledger.drop(DropReason.CONFLATED, 1);
        return true;
    }

    /** Sees to it that a sample of this length fits; if that cannot be, why it is dropped. */
    private @Nullable DropReason makeRoom(int length, long deadline) {
        while (!closed && !queue.hasRoom(length)) {
            switch (policy) {
                case DROP_NEWEST -> {
                    return DropReason.OVERFLOW_NEWEST;
                }
                case DROP_OLDEST, CONFLATE -> dropOldest();
                case BLOCK -> {
                    if (!awaitRoom(length, deadline)) {
                        return DropReason.BLOCK_TIMEOUT;
                    }
                }
            }
        }
        return closed ? DropReason.CLOSED : null;
    }

    private void dropOldest() {
        Origin origin = queue.originAt(queue.head());
        int point = queue.pointAt(queue.head());
        removeHead();
        ledger.drop(DropReason.OVERFLOW_OLDEST, 1);
        origin.loseBeforeNextTake(point);
    }

    private void removeHead() {
        long position = queue.head();
        long[] waitingAt = queue.originAt(position).waitingAt;
        int point = queue.pointAt(position);
        if (waitingAt[point] == position) {
            waitingAt[point] = Origin.NOWHERE;
        }
        queue.removeHead();
    }

    /** Lets the sink take samples out meanwhile; false when it is too late. */
    private boolean awaitRoom(int length, long deadline) {
        wakeSink();
        waitingSources++;
        try {
            while (!closed && !queue.hasRoom(length)) {
                long nanos = deadline - clock.nanoTime();
                if (nanos <= 0) {
                    return false;
                }
                wait(nanos / 1_000_000, (int) (nanos % 1_000_000));
            }
            return true;
        } catch (InterruptedException e) {
            // Whoever interrupts a source wants it to end, not to wait on.
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waitingSources--;
        }
    }

    private void wakeSink() {
        if (sinkWaits && !queue.isEmpty()) {
            notifyAll();
        }
    }

    /** Books samples that never came as far as the ring. */
    synchronized void drop(DropReason reason, long samples) {
        ledger.receive(samples);
        ledger.drop(reason, samples);
    }

    /**
     * Moves waiting samples to the sink's queue, which is empty; waits for some when there are none. Called by the
     * sink's thread.
     *
     * @return how many; 0 when the ring is closed and empty
     */
    synchronized int take(SampleQueue staged) throws InterruptedException {
        while (queue.isEmpty() && !closed) {
            sinkWaits = true;
            try {
                wait();
            } finally {
                sinkWaits = false;
            }
        }
        while (!queue.isEmpty() && staged.hasRoom(queue.headLength())) {
            Origin origin = queue.originAt(queue.head());
            queue.copyHeadTo(staged, origin.statusAtTake(queue.pointAt(queue.head()), queue.headStatus()));
            removeHead();
        }
        atSink = staged.size();
        if (waitingSources > 0) {
            notifyAll();
        }
        return atSink;
    }

    /** The receiver has all that was taken. */
    synchronized void acknowledge() {
        ledger.publish(atSink);
        atSink = 0;
    }

    /** The receiver will never have what was taken. */
    synchronized void fail(SampleQueue staged) {
        ledger.drop(DropReason.SINK_FAILED, atSink);
        atSink = 0;
        for (long position = staged.head(); position < staged.tail(); position++) {
            staged.originAt(position).loseBeforeNextTake(staged.pointAt(position));
        }
    }

    /** From now on everything that comes is dropped; what waits can still be taken. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Closes the books: what was not published by now never will be. */
    synchronized void settle() {
        close();
        ledger.drop(DropReason.CLOSED, queue.size() + atSink);
        queue.clear();
        atSink = 0;
    }

    synchronized Accounting accounting() {
        return ledger.with(queue.size() + atSink);
    }

    /** Most samples that ever waited at once. */
    synchronized int highWater() {
        return highWater;
    }
}
