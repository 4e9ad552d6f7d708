package io.taktstrom.stream;

import java.util.BitSet;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue between the threads of the sources and the thread of the sink, with two storages: memory, and where there
 * is one a log on disk. Counts what becomes of each sample.
 *
 * <pre>
 *             .---------------------- take: the log is empty ----------------------.
 *   put -&gt; waiting                                                               at the sink -&gt; complete, fail
 *             '-- beginWrite -&gt; to the log -- endWrite -&gt; in the log -- deliver ---'
 *                                    '-- take: the write failed, the log is empty -'
 *
 *   |------- memory: in the same slot all the time --------|  |- log -|  |- memory -|
 * </pre>
 *
 * <p>One monitor guards the chains of samples and the counts, so {@code received = published + buffered + dropped} holds at
 * every moment. It is never held during a call of a source, a stage, a sink or the log. Samples at the sink, and those being
 * written, are read where they are, without the monitor: nothing changes or frees them meanwhile. When samples go to the log
 * while a unit is at the sink that the log does not have, the unit is written first; the sink's {@link #complete} waits for
 * the end of that one write. So the log has all that a next run must send, in order.
 *
 * <p>Hot: allocates nothing after construction.
 */
final class SampleQueue {

    /** No number in the log. */
    static final long NOWHERE = -1;

    /**
     * What {@link #take} has found: samples, which are at the sink now; that those in the log come first; nothing now, and the
     * sink is woken when there is something; or nothing any more.
     */
    enum Next {
        UNIT,
        LOG,
        NOTHING,
        END
    }

    private final SampleStore store;
    private final MemoryQueue waiting;
    private final InFlightUnit unit;
    private final SlotChain toLog = new SlotChain();
    private final SampleCounts counts = new SampleCounts();
    private final LossMarks marks;
    private final EpochNanoClock clock;
    private final int largestWrite;
    private final long blockNanos;
    private final boolean spills;
    private Runnable sinkWaker = () -> {};
    private boolean sinkWaits;
    private int waitingSources;
    /** What is at the sink is counted as dropped, though its call has not returned. */
    private boolean settled;
    // Of the log. Without one nothing is ever in it, or on its way there.
    private Runnable writerWaker = () -> {};
    private boolean writerWaits;
    /** What is being written: {@link #toLog}, or the unit at the sink. */
    private @Nullable SlotChain writing;

    private boolean storesAll;
    private boolean storesTheRest;
    /** Whether it is of any use to wait for the log. */
    private boolean logWorks;

    private long inLog;

    /** @param clock for how long a source is held up */
    SampleQueue(PipelineSettings settings, EpochNanoClock clock) {
        this.clock = clock;
        int largestSampleBytes = settings.largestSampleBytes();
        blockNanos = settings.blockTimeout().toNanos();
        boolean conflates = settings.onFull() == OverflowPolicy.CONFLATE;
        spills = settings.onFull() == OverflowPolicy.SPILL;
        largestWrite = Math.min(settings.unitSamples(), UnitSize.FIRST);
        int chains = spills ? 3 : 2;
        // What waits, is at the sink, and is being written; and room for a large sample between them.
        store = new SampleStore(
                settings.capacity() + settings.unitSamples() + (spills ? largestWrite : 0),
                (int) Math.min(Integer.MAX_VALUE - 8, settings.arenaBytes() + (long) chains * largestSampleBytes),
                conflates);
        marks = new LossMarks(conflates);
        waiting = new MemoryQueue(settings, store, counts, this::awaitRoom);
        unit = new InFlightUnit(store, counts, largestSampleBytes);
    }

    /** Where its samples are: a chain that was given out is read there. */
    SampleStore store() {
        return store;
    }

    SlotChain atSink() {
        return unit.chain;
    }

    /** Who wakes the sink when there is something to take. */
    synchronized void attachSink(Runnable newWaker) {
        sinkWaker = newWaker;
    }

    /**
     * From now on there is a log behind the memory.
     *
     * @param newWaker wakes its writer when there is something to write
     * @param always whether all samples go there, or only those that find no room here
     */
    synchronized void attachLog(Runnable newWaker, boolean always, SampleLog log) {
        writerWaker = newWaker;
        storesAll = always;
        inLog = log.recovered();
        marks.attachLog(log.followsCrash(), log.hasGap());
        logWorks = true;
        counts.recover(inLog);
    }

    /** What is known of a source's group; {@code former} is the group that it had before. */
    synchronized SourceGroup open(@Nullable SourceGroup former, PointGroup group) {
        return marks.open(former, group, inLog == 0 && toLog.isEmpty());
    }

    /** Takes over a batch of this source's group. Called by the source's thread; several sources may call at once. */
    synchronized void put(SourceGroup group, SampleBatch batch) {
        long deadline = waiting.blocks() ? clock.nanoTime() + blockNanos : 0;
        for (int i = 0; i < batch.size(); i++) {
            waiting.put(group, batch, i, deadline);
        }
        wake();
    }

    /** Lets the sink, or the log's writer, take samples out meanwhile; false when that is too late, or of no use. */
    private boolean awaitRoom(int length, long deadline) {
        if (spills && !logWorks) {
            return false;
        }
        boolean isRoom = awaitTaken(length, deadline);
        logWorks &= isRoom;
        return isRoom;
    }

    private boolean awaitTaken(int length, long deadline) {
        waitingSources++;
        wake();
        try {
            while (!waiting.isClosed() && !waiting.hasRoom(length)) {
                long nanos = deadline - clock.nanoTime();
                if (nanos <= 0) {
                    return false;
                }
                wait(nanos / 1_000_000, (int) (nanos % 1_000_000));
            }
            return true;
        } catch (InterruptedException e) {
            // An interrupt is to end the source, not its wait alone.
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waitingSources--;
        }
    }

    /** Counts samples that never came as far as the queue. */
    synchronized void drop(DropReason reason, long samples) {
        counts.receive(samples);
        counts.drop(reason, samples);
    }

    private void wake() {
        if (sinkWaits && isReadyForSink()) {
            sinkWaits = false;
            sinkWaker.run();
        }
        if (writerWaits && isReadyForLog()) {
            writerWaits = false;
            writerWaker.run();
        }
    }

    private void wakeSources() {
        if (waitingSources > 0) {
            notifyAll();
        }
    }

    private boolean isReadyForSink() {
        if (inLog > 0) {
            return true;
        }
        return toLog.isEmpty() ? !waiting.isEmpty() && (!storesAll || !logWorks) : !logWorks && writing != toLog;
    }

    /** Moves at most so many samples that wait to the sink, which has none. Does not block; called by the sink's thread. */
    synchronized Next take(int most) {
        if (!isReadyForSink()) {
            boolean over = waiting.isClosed() && waiting.isEmpty() && toLog.isEmpty();
            sinkWaits = !over;
            return over ? Next.END : Next.NOTHING;
        }
        if (inLog > 0) {
            return Next.LOG;
        }
        marks.reach(Long.MAX_VALUE);
        if (toLog.isEmpty()) {
            waiting.claim(unit.chain, most, SourceGroup.TAKE | SourceGroup.DELIVERY);
        } else {
            unit.takeAll(toLog);
        }
        wakeSources();
        return Next.UNIT;
    }

    /** What is known of a group of which samples were read from the log. */
    synchronized SourceGroup groupOf(PointGroup group) {
        return marks.find(group);
    }

    /**
     * Moves samples that were read from the log to the sink, as far as there is room.
     *
     * @param from the first one in the batch
     * @param number of that sample in the log
     * @param most samples that the sink may have
     * @return how many
     */
    synchronized int deliver(SourceGroup group, SampleBatch batch, int from, long number, int most) {
        int i = from;
        for (; i < batch.size() && unit.size() < most && !settled; i++) {
            marks.reach(number + (i - from));
            if (!unit.add(group, batch, i)) {
                break;
            }
            inLog--;
        }
        if (i > from) {
            unit.stored(number + (i - from));
        }
        return i - from;
    }

    /**
     * The sink is done with what it was given: what was denied stays with it, all else was published, or refused for ever.
     *
     * @param refused places in what it was given, from 0
     * @param denied the same
     * @return the number in the log before which the receiver has all now; {@link #NOWHERE} when nothing changes there
     */
    synchronized long complete(BitSet refused, BitSet denied) {
        awaitWrite();
        wakeSources();
        return unit.complete(refused, denied);
    }

    /** The receiver will never have what was given to the sink. Returns as {@link #complete}. */
    synchronized long fail() {
        awaitWrite();
        wakeSources();
        return unit.fail();
    }

    /** Its samples are not freed while they are being written. An interrupt waits, too: it is for what the sink does. */
    private void awaitWrite() {
        boolean interrupted = false;
        while (writing == unit.chain && !settled) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isReadyForLog() {
        boolean isForLog = storesAll || storesTheRest || inLog > 0 || waitingSources > 0 || waiting.isHalfFull();
        boolean unitToo = storesTheRest && unit.isOnlyHere();
        return !settled && (unitToo || !toLog.isEmpty() || (isForLog && !waiting.isEmpty()));
    }

    /**
     * What is to be written next: what is at the sink, when samples behind it go to the log; or samples that wait. The writer is
     * woken when there is something.
     *
     * @return null when there is nothing; otherwise {@link #endWrite} or {@link #failWrite} follows
     */
    synchronized @Nullable SlotChain beginWrite() {
        if (!isReadyForLog()) {
            writerWaits = true;
            return null;
        }
        if (unit.isOnlyHere()) {
            writing = unit.chain;
        } else {
            if (toLog.isEmpty()) {
                waiting.claim(toLog, largestWrite, SourceGroup.TAKE);
                wakeSources();
            }
            writing = toLog;
        }
        return writing;
    }

    /** The log has what was written, before this number. */
    synchronized void endWrite(long end) {
        if (writing == unit.chain) {
            unit.stored(end);
        } else if (!settled) {
            inLog += toLog.size;
            store.dropAll(toLog);
            logWorks = true;
        }
        writing = null;
        notifyAll();
        wake();
    }

    /** The log takes nothing now: no source is to wait for it, and the sink may have what was to be written. */
    synchronized void failWrite() {
        logWorks = false;
        writing = null;
        notifyAll();
        wake();
    }

    /** Samples in the log, in front of the one with this number, will never be read. */
    synchronized void loseInLog(DropReason reason, long samples, long behind) {
        inLog -= samples;
        counts.drop(reason, samples);
        marks.loseInLog(behind);
    }

    /** All that waits goes to the log now, and what is at the sink as well. */
    synchronized void storeTheRest() {
        storesTheRest = true;
        wake();
    }

    /** Whether the log has all that came and was not published, and what was lost is marked there. */
    synchronized boolean isStored() {
        return waiting.isEmpty() && toLog.isEmpty() && !unit.isOnlyHere() && marks.marksAllBeforeLog();
    }

    /** Whether the receiver knows of all that was lost in the log. */
    synchronized boolean hasToldLosses() {
        return unit.isEmpty() && inLog == 0 && toLog.isEmpty() && !hasUntoldLosses();
    }

    synchronized boolean hasUntoldLosses() {
        return marks.hasPending();
    }

    /** From now on everything that comes is dropped; what waits can still be taken. */
    synchronized void close() {
        waiting.close();
        notifyAll();
        sinkWaker.run();
    }

    /** What was not published by now, and is not in the log, never will be. */
    synchronized void settle() {
        close();
        if (settled) {
            return;
        }
        settled = true;
        counts.drop(DropReason.CLOSED, waiting.size() + toLog.size + unit.size() - unit.stored());
        inLog += unit.stored();
        // The slots stay in use: a call of the sink, or of the log, may still read them.
        waiting.clear();
        toLog.clear();
        unit.clear();
    }

    synchronized Accounting accounting() {
        long buffered = waiting.size() + toLog.size + inLog + unit.size();
        return counts.with(buffered, inLog + unit.stored());
    }

    /**
     * When the oldest sample in memory was received that the sink has not acknowledged, epoch nanoseconds;
     * {@link SampleBatch#NO_TIME} when there is none. Those in the log are older than those that wait.
     */
    synchronized long oldestAt() {
        return unit.isEmpty() ? waiting.oldestAt() : store.receivedAt(unit.chain.first);
    }

    synchronized int highWater() {
        return waiting.highWater();
    }
}
