package io.taktstrom.stream;

import java.util.BitSet;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The bounded hand-over between the threads of the sources and the thread of the sink, and the books about it.
 *
 * <pre>
 *                                .--------- take: nothing on disk, nothing on its way there ---------.
 *   put --&gt; [ queue ] --&gt; ------'                                                                     '--&gt; at the sink --&gt; acknowledge
 *                         '-- takeForDisk --&gt; in transit -- stored --&gt; on disk -- takeFromDisk ------'
 * </pre>
 *
 * <p>One monitor guards samples and counters, so the books balance whenever anyone looks. It is held for a bulk transfer
 * at a time, never during a call of a source, a stage or a sink. Hot: allocates nothing after construction; a monitor,
 * unlike the locks of {@code java.util.concurrent}, allocates nothing on the heap when threads contend for it.
 */
final class SampleRing {

    /** {@link #take} says that what comes next is on disk. */
    static final int FROM_DISK = -1;

    private final SampleQueue queue;
    private final OverflowPolicy policy;
    private final EpochNanoClock clock;
    private final int largestSampleBytes;
    private final long blockNanos;
    private final boolean conflates;

    private final Ledger ledger = new Ledger();
    private final AtSink atSink = new AtSink(ledger);
    private final DiskSide disk = new DiskSide();

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
        conflates = policy == OverflowPolicy.CONFLATE;
    }

    /**
     * From now on there is a disk behind the queue.
     *
     * @param always whether all samples go there, or only those that find no room here
     * @param recovered samples that lie there already
     * @param followsCrash whether samples may be missing behind those
     * @param hasGap whether samples are missing before those
     */
    synchronized void attachDisk(Thread mover, boolean always, long recovered, boolean followsCrash, boolean hasGap) {
        disk.attach(mover, always, recovered, followsCrash, hasGap);
        ledger.recover(recovered);
    }

    /** The books on a source's group; {@code former} are those on the group that it had before. */
    synchronized Origin open(@Nullable Origin former, PointGroup group) {
        Origin origin = former == null ? new Origin(group, conflates) : former.succeededBy(group);
        disk.know(origin, former);
        disk.resume(origin);
        return origin;
    }

    /** The books on a group whose samples come from the disk. */
    synchronized Origin originOf(PointGroup group) {
        Origin known = disk.originOf(group);
        if (known != null) {
            return known;
        }
        Origin origin = new Origin(group, conflates);
        disk.know(origin, null);
        return origin;
    }

    /** Whether the receiver knows of all that was lost on disk. */
    synchronized boolean hasToldLosses() {
        return atSink.samples() == 0 && disk.isEmpty() && disk.marksAllForSink();
    }

    /** Whether a loss is still to be marked on a sample that comes to the sink. */
    synchronized boolean hasUntoldLosses() {
        return !disk.marksAllForSink();
    }

    /** Whether the disk has all that came and was not published, and what was lost is marked there. */
    synchronized boolean isStored() {
        return queue.isEmpty()
                && disk.inTransit() == 0
                && atSink.samples() == atSink.stored()
                && disk.marksAllBeforeDisk();
    }

    /** Takes over a batch of this origin's group. Called by the source's thread; several sources may call at once. */
    synchronized void put(Origin origin, SampleBatch batch) {
        boolean mayWait = policy == OverflowPolicy.BLOCK || policy == OverflowPolicy.SPILL;
        long deadline = mayWait ? clock.nanoTime() + blockNanos : 0;
        for (int i = 0; i < batch.size(); i++) {
            put(origin, batch, i, deadline);
        }
        wake();
    }

    private void put(Origin origin, SampleBatch batch, int i, long deadline) {
        int point = batch.pointAt(i);
        int length = origin.lengthOf(batch, i);
        if (length > largestSampleBytes) {
            drop(DropReason.TOO_LARGE, 1);
            origin.loseBeforeNextPut(point);
            return;
        }
        if (conflates) {
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
        if (conflates) {
            origin.waitingAt[point] = queue.tail();
        }
        queue.put(origin, batch, i, origin.statusAtPut(point, batch.statusAt(i)), length);
        highWater = Math.max(highWater, queue.size());
    }

    private boolean conflate(Origin origin, SampleBatch batch, int i) {
        int point = batch.pointAt(i);
        long waiting = origin.waitingAt[point];
        if (waiting == Origin.NOWHERE || !queue.hasRoomAt(waiting, batch, i)) {
            return false;
        }
        // What was left out was asked for. A loss before it is one all the same, and marked on what takes its place.
        int status = origin.statusAtPut(point, batch.statusAt(i));
        boolean marked = StatusCode.hasOverflow(queue.statusAt(waiting));
        queue.replace(waiting, batch, i, marked ? StatusCode.withOverflow(status) : status);
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
                case SPILL -> {
                    if (disk.takesMore() && !awaitRoom(length, deadline)) {
                        disk.takesNoMore();
                    }
                    if (!disk.takesMore() && !queue.hasRoom(length)) {
                        dropOldest();
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
        if (conflates) {
            long position = queue.head();
            long[] waitingAt = queue.originAt(position).waitingAt;
            int point = queue.pointAt(position);
            if (waitingAt[point] == position) {
                waitingAt[point] = Origin.NOWHERE;
            }
        }
        queue.removeHead();
    }

    /** Lets the sink, or the disk, take samples out meanwhile; false when it is too late. */
    private boolean awaitRoom(int length, long deadline) {
        waitingSources++;
        wake();
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

    private void wake() {
        if (sinkWaits && disk.isReadyForSink(queue.isEmpty())) {
            notifyAll();
        }
        if (disk.isPaused() && isReadyForDisk()) {
            disk.wake();
        }
    }

    private boolean isReadyForDisk() {
        boolean unitToo = disk.wantsTheRest() && atSink.canBeCopied();
        return unitToo || (!queue.isEmpty() && (disk.wantsAll() || waitingSources > 0 || queue.isHalfFull()));
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
     * @return how many; 0 when the ring is closed and empty; {@link #FROM_DISK} when those on disk come first
     */
    synchronized int take(SampleQueue staged) throws InterruptedException {
        while (!disk.isReadyForSink(queue.isEmpty()) && !(closed && queue.isEmpty() && disk.inTransit() == 0)) {
            sinkWaits = true;
            try {
                wait();
            } finally {
                sinkWaits = false;
            }
        }
        if (disk.onDisk() > 0) {
            return FROM_DISK;
        }
        if (disk.inTransit() > 0) {
            disk.takeReturned(staged);
        } else {
            while (!queue.isEmpty() && staged.hasRoom(queue.headLength())) {
                long head = queue.head();
                Origin origin = queue.originAt(head);
                int status = origin.statusAtTakeAndDelivery(queue.pointAt(head), queue.statusAt(head));
                queue.copyTo(staged, head, status);
                removeHead();
            }
        }
        atSink.take(staged);
        wakeSources();
        return staged.size();
    }

    private void wakeSources() {
        if (waitingSources > 0) {
            notifyAll();
        }
    }

    /** The sink's thread has read samples from the disk, and they are at the sink now. */
    synchronized void takeFromDisk(SampleQueue staged) {
        disk.take(staged);
        atSink.takeFromDisk(staged);
    }

    /**
     * Copies what is at the sink, when samples behind it must go to the disk: it goes first, so that the disk holds all that a
     * next run must send. Called by the disk's thread.
     *
     * @param more whether the disk's thread has samples already that it is to write
     * @return whether there was anything to copy
     */
    synchronized boolean copyUnit(SampleQueue copies, boolean more) {
        return (more || isReadyForDisk()) && atSink.copyTo(copies);
    }

    /** The disk has a copy of what was at the sink. */
    synchronized void unitStored() {
        atSink.copyIsStored();
    }

    /**
     * Moves waiting samples to the disk's queue, which is empty. Called by the disk's thread, which is unparked when there are
     * some.
     *
     * @return how many
     */
    synchronized int takeForDisk(SampleQueue transit) {
        if (!isReadyForDisk()) {
            disk.pause();
            return 0;
        }
        while (!queue.isEmpty() && transit.hasRoom(queue.headLength())) {
            long head = queue.head();
            int status = queue.originAt(head).statusAtTake(queue.pointAt(head), queue.statusAt(head));
            queue.copyTo(transit, head, status);
            removeHead();
        }
        disk.send(transit);
        wakeSources();
        return transit.size();
    }

    /** The disk has what was taken for it. */
    synchronized void stored() {
        disk.stored();
        wake();
    }

    /** The disk takes nothing now: no source is to wait for it, and the sink may have what was taken for it. */
    synchronized void giveBack(SampleQueue transit) {
        disk.giveBack(transit);
        wakeSources();
        wake();
    }

    /** The disk is tried again: what was given back is for it, as far as it is still there. */
    synchronized void takeBack() {
        disk.takeBack();
    }

    /** Samples on disk will never be read. Nobody knows whose they were: all points have lost some. */
    synchronized void loseOnDisk(DropReason reason, long samples) {
        disk.lose(samples);
        ledger.drop(reason, samples);
    }

    /** All that waits goes to the disk now, and what is at the sink as well. */
    synchronized void storeTheRest() {
        disk.storeTheRest();
        wake();
    }

    /** The receiver will never have some of what was taken, by their place among it; the rest is still at the sink. */
    synchronized void refuse(SampleQueue staged, BitSet refused) {
        atSink.refuse(staged, refused);
    }

    /** The receiver has all that was taken but these, which stay at the sink. */
    synchronized void publishAllBut(SampleQueue held) {
        atSink.publishAllBut(held);
    }

    /** The receiver has all that was taken. */
    synchronized void acknowledge() {
        atSink.publish();
    }

    /** The receiver will never have what was taken. */
    synchronized void fail(SampleQueue staged) {
        atSink.fail(staged);
    }

    /** From now on everything that comes is dropped; what waits can still be taken. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Closes the books: what was not published by now, and is not on disk, never will be. */
    synchronized void settle() {
        close();
        int kept = atSink.stored();
        ledger.drop(DropReason.CLOSED, queue.size() + disk.inTransit() + atSink.samples() - kept);
        disk.settle(kept);
        queue.clear();
        atSink.clear();
    }

    synchronized Accounting accounting() {
        long buffered = queue.size() + disk.inTransit() + disk.onDisk() + atSink.samples();
        return ledger.with(buffered, disk.onDisk() + atSink.stored());
    }

    /**
     * When the oldest sample was received that the sink has not acknowledged, as far as it is in memory: epoch nanoseconds, or
     * {@link SampleBatch#NO_TIME} when there is none. Those on disk are older than those here.
     */
    synchronized long oldestAt() {
        long there = atSink.oldestAt();
        if (there != SampleBatch.NO_TIME) {
            return there;
        }
        return queue.isEmpty() ? SampleBatch.NO_TIME : queue.receivedAt(queue.head());
    }

    /** Most samples that ever waited at once. */
    synchronized int highWater() {
        return highWater;
    }
}
