package io.taktstrom.stream;

import java.io.IOException;
import java.time.Duration;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.kit.event.SpillEvent;
import io.taktstrom.stream.log.LogLoss;
import io.taktstrom.stream.log.SampleLog;

/**
 * Writes what a queue has for its log, on a thread of its own, so that no source waits for a disk, and looks after the log.
 * Hot: allocates nothing per unit.
 *
 * <pre>
 *   queue --beginWrite--&gt; append, commit --&gt; SampleLog --fetch, claim--&gt; SpillReader --deliver--&gt; queue
 *           takt-stream-spill-NAME                                       takt-stream-NAME
 * </pre>
 */
final class SpillWriter implements ScheduledTask.Agent {

    private static final long UPKEEP_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long FIRST_RETRY_NANOS = Duration.ofMillis(50).toNanos();
    private static final long LAST_RETRY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final String WRITE = "write to";
    private static final String FORCE = "force";

    private final SampleQueue queue;
    private final SampleLog log;
    private final String stream;
    private final long syncNanos;
    private final EpochNanoClock clock;
    private final SpillMeter meter;
    private final SpillNotices notices;
    private final SampleBatch view;
    private final ScheduledTask task;

    // Of its own thread.
    private long syncedAt;
    private long keptUpAt;
    private long retryNanos = FIRST_RETRY_NANOS;
    /** Nothing is to be written, so that no write tells whether the disk is well. */
    private boolean idle;
    /** From the start: a disk that cannot force is reported before the first sample. */
    private volatile boolean unsynced = true;
    /** All is done when nothing is left to be stored. */
    private volatile boolean ending;

    private final Object closing = new Object();
    private boolean closed;

    SpillWriter(PipelineParts of, SampleLog log, SampleQueue queue, SpillMeter meter, SpillNotices notices) {
        this.queue = queue;
        this.log = log;
        this.meter = meter;
        this.notices = notices;
        stream = of.name();
        clock = of.clock();
        long sync = log.settings().sync().toNanos();
        // Zero: samples are forced with each unit anyway.
        syncNanos = sync == 0 ? UPKEEP_NANOS : sync;
        view = queue.store().newView();
        task = of.idle().alone("takt-stream-spill-" + stream, this, () -> {}, notices::unforeseen, clock);
        log.listen(this::lost);
        queue.attachLog(task::wake, of.spill().always(), log);
    }

    void start() {
        syncedAt = clock.nanoTime();
        keptUpAt = syncedAt;
        task.begin();
    }

    /** Called while the log is locked. */
    private void lost(LogLoss why, long samples, long behind) {
        DropReason reason = switch (why) {
            case SIZE -> DropReason.OVERFLOW_DISK;
            case AGE -> DropReason.EXPIRED;
            case DAMAGE -> DropReason.DAMAGED;
        };
        queue.loseInLog(reason, samples, behind);
        notices.lost(why, samples);
    }

    // --- its own thread ---

    /** Writes what is to be written next; what failed is done again. */
    @Override
    public long doWork() {
        long wait = write();
        keepUp();
        return wait;
    }

    private long write() {
        SlotChain chain = queue.beginWrite();
        idle = chain == null;
        if (chain == null) {
            return ending ? ScheduledTask.OVER : untilUpkeep();
        }
        boolean written = false;
        try {
            write(chain);
            written = true;
            notices.recovered("");
            retryNanos = FIRST_RETRY_NANOS;
            return 0;
        } catch (IOException e) {
            notices.failed(WRITE, e);
            discard();
            long wait = retryNanos;
            retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
            return ending ? ScheduledTask.OVER : wait;
        } finally {
            if (!written) {
                // The sink may have it all the same, if nothing in the log comes before it.
                queue.failWrite();
            }
        }
    }

    /** Before the sink may have the samples: a restart is not to find them a second time. */
    private void discard() {
        try {
            log.discard();
        } catch (IOException e) {
            // Again with the next unit.
        }
    }

    private void write(SlotChain chain) throws IOException {
        SpillEvent event = SpillEvent.begun();
        int samples = chain.size;
        // What could not be cut off of a write that failed.
        log.discard();
        log.begin();
        int slot = chain.first;
        for (int left = samples; left > 0; left -= view.size()) {
            slot = queue.store().after(queue.store().show(view, slot, left));
            log.append(view);
        }
        unsynced = true;
        if (chain == queue.atSink()) {
            queue.endWrite(log.commitClaimed());
            return;
        }
        log.commit();
        queue.endWrite(SampleQueue.NOWHERE);
        meter.wrote(samples);
        if (event != null) {
            event.tell(stream, samples, log.bytes());
        }
    }

    /** What puts a sample unparks this thread. */
    private long untilUpkeep() {
        long now = clock.nanoTime();
        long due = keptUpAt + UPKEEP_NANOS - now;
        return Math.max(0, unsynced ? Math.min(due, syncedAt + syncNanos - now) : due);
    }

    private void keepUp() {
        notices.reportLosses();
        long now = clock.nanoTime();
        try {
            if (now - syncedAt >= syncNanos) {
                if (unsynced) {
                    // Before it is forced: what is acknowledged meanwhile is for the next time.
                    unsynced = false;
                    log.force();
                    notices.recovered(FORCE);
                }
                syncedAt = now;
            }
            if (now - keptUpAt >= UPKEEP_NANOS) {
                keptUpAt = now;
                log.upkeep();
                keepLosses();
                if (idle && notices.hasFailed(WRITE)) {
                    probe();
                }
            }
        } catch (IOException e) {
            syncedAt = now;
            unsynced = true;
            notices.failed(FORCE, e);
        }
    }

    /** The sink has caught up with a disk that was full: the trouble is over when that has room, not when it is needed again. */
    private void probe() {
        try {
            log.probe();
            notices.recovered(WRITE);
        } catch (IOException e) {
            // As it was told when the write failed.
        }
    }

    /** Once all marks have arrived the next run need not mark what was lost; until then it must. */
    private void keepLosses() {
        // Before the queue is asked: what is lost from here on is not told.
        long lost = log.lost();
        long gaps = log.gaps();
        if (queue.hasToldLosses()) {
            log.told(lost, gaps);
        } else if (queue.hasUntoldLosses()) {
            lost();
        }
    }

    // --- the sink's thread ---

    /**
     * The receiver will not have some samples of the log that it was given. The mark on the next sample is in memory until that is
     * published, so the log says it meanwhile. Before the samples are acknowledged.
     */
    void lost() {
        try {
            if (log.leaveGap()) {
                unsynced = true;
            }
        } catch (IOException e) {
            notices.failed("mark what was lost in", e);
        }
    }

    /** The receiver has all samples in the log before a number. */
    void acknowledge(long before) {
        try {
            log.acknowledge(before);
            unsynced = true;
        } catch (IOException e) {
            notices.failed("mark what was acknowledged in", e);
        }
    }

    // --- any thread ---

    /**
     * Stores what waits, forces it to the disk and lets go of the log. Called again, it waits until that is done.
     *
     * @param limit how long it may take
     */
    void close(Duration limit) {
        synchronized (closing) {
            if (!closed) {
                closed = true;
                closeLog(limit);
            }
        }
    }

    private void closeLog(Duration limit) {
        queue.storeTheRest();
        ending = true;
        task.wake();
        // An interrupt was meant for the sink; here it would close the log's files.
        boolean interrupted = Thread.interrupted();
        try {
            if (task.awaitEnd(limit)) {
                notices.reportLosses();
                keepLosses();
                if (queue.isStored()) {
                    log.finish();
                }
                log.close();
            } else {
                notices.doesNotAnswer();
            }
        } catch (IOException e) {
            notices.failed("close", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
