package io.taktstrom.stream;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.kit.event.SpillEvent;
import io.taktstrom.stream.log.LogLoss;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/**
 * The way over the disk, from a ring to its sink. A thread of its own moves samples from the ring to the log, so that no
 * source and no sink waits for a disk; the sink's thread reads them back. Hot: allocates nothing per unit.
 *
 * <pre>
 *   ring --takeForDisk--&gt; transit --append, commit--&gt; SampleLog --fetch, claim--&gt; staged --&gt; sink
 *        takt-stream-spill-NAME                                   takt-stream-NAME
 * </pre>
 *
 * <p>When samples begin to go to the disk while a unit is at the sink that came straight from the ring, that unit goes to the
 * disk first. So the log always holds all that a next run must send, and in order.
 */
final class Spill {

    private static final LogLoss[] LOSSES = LogLoss.values();
    private static final long UPKEEP_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long FIRST_RETRY_NANOS = Duration.ofMillis(50).toNanos();
    private static final long LAST_RETRY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long NONE = -1;
    private static final String FORCE = "force";

    private final String name;
    private final SampleRing ring;
    private final SampleLog log;
    private final long syncNanos;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final SpillMeter meter;
    private final RestartingThread guard;

    // The disk's thread.
    private final SampleQueue transit;
    /** What is at the sink, where samples behind it go to the disk. */
    private final SampleQueue copies;

    private final SampleBatch outgoing;
    private long syncedAt;
    private long keptUpAt;
    /** From the start: a disk that cannot force is reported before the first sample. */
    private volatile boolean unsynced = true;
    /** Lost samples that no notice has reported, by {@link LogLoss}. */
    private final AtomicLong unreportedBySize = new AtomicLong();

    private final AtomicLong unreportedByAge = new AtomicLong();
    private final AtomicLong unreportedByDamage = new AtomicLong();

    private volatile @Nullable String trouble;
    /** All is done when nothing is left to be stored. */
    private volatile boolean ending;

    private final Replay replay;

    // Both of them, guarded by this.
    private boolean copying;
    private boolean overWhileCopying;
    private long unitEnd = NONE;

    private final Object closing = new Object();
    private boolean closed;

    Spill(PipelineBuilder of, SampleLog log, SpillSettings settings, SampleRing ring, Notices notices) {
        name = of.name();
        this.ring = ring;
        this.log = log;
        this.notices = notices;
        clock = of.clock();
        long sync = log.settings().sync().toNanos();
        // Zero: samples are forced with each unit anyway.
        syncNanos = sync == 0 ? UPKEEP_NANOS : sync;
        int samples = Math.min(of.settings().unitSamples(), UnitSize.FIRST);
        int arenaBytes = of.settings().largestSampleBytes();
        transit = new SampleQueue(samples, arenaBytes);
        copies = new SampleQueue(of.settings().unitSamples(), arenaBytes);
        outgoing = new SampleBatch(samples, arenaBytes);
        replay = new Replay(name, log, ring, settings.replayRate(), new SampleBatch(samples, arenaBytes), clock);
        meter = new SpillMeter(log, clock);
        guard = RestartingThread.unstarted(
                "takt-stream-spill-" + name,
                this::move,
                () -> {},
                e -> notices.tell(
                        "the buffer of stream " + name + ": " + Notices.inWords(e) + "; going on in a moment", e),
                clock);
        log.listen(this::lost);
        ring.attachDisk(guard.thread(), settings.always(), log.recovered(), log.followsCrash(), log.hasGap());
    }

    void start() {
        syncedAt = clock.nanoTime();
        keptUpAt = syncedAt;
        replay.start();
        log.notices().forEach(notices::tellGood);
        if (log.recovered() > 0) {
            notices.tellGood("stream " + name + " goes on with "
                    + Counted.of(log.recovered(), "sample") + " that a former run has left on disk; " + log.repeated()
                    + " of them may have reached the receiver already");
        }
        guard.begin();
    }

    SpillMeter meter() {
        return meter;
    }

    /** What is wrong with the disk, in words; null when nothing is. */
    @Nullable
    String trouble() {
        return trouble;
    }

    /** Called while the log is locked. */
    private void lost(LogLoss why, long samples) {
        DropReason reason = switch (why) {
            case SIZE -> DropReason.OVERFLOW_DISK;
            case AGE -> DropReason.EXPIRED;
            case DAMAGE -> DropReason.DAMAGED;
        };
        ring.loseOnDisk(reason, samples);
        unreported(why).addAndGet(samples);
    }

    private AtomicLong unreported(LogLoss why) {
        return switch (why) {
            case SIZE -> unreportedBySize;
            case AGE -> unreportedByAge;
            case DAMAGE -> unreportedByDamage;
        };
    }

    /** In a notice, while no lock is held: listeners are not ours. */
    private void reportLosses() {
        for (LogLoss why : LOSSES) {
            long samples = unreported(why).getAndSet(0);
            if (samples > 0) {
                String text = switch (why) {
                    case SIZE -> "its size is reached; give it more (disk), or see why the receiver is away";
                    case AGE -> "they have waited for longer than maxAge";
                    case DAMAGE -> "what held them is damaged or was removed; check the disk";
                };
                notices.tell(
                        "stream " + name + " has lost " + Counted.of(samples, "sample") + " in its buffer "
                                + log.settings().folder() + ": " + text,
                        null);
            }
        }
    }

    // --- the disk's thread ---

    private void move() {
        long pause = FIRST_RETRY_NANOS;
        boolean more = true;
        while (more) {
            try {
                ring.takeBack();
                if (work()) {
                    recovered("");
                } else if (ending) {
                    more = false;
                } else {
                    rest();
                }
                pause = FIRST_RETRY_NANOS;
            } catch (IOException e) {
                // The sink may have it all the same, if nothing on disk comes before it.
                ring.giveBack(transit);
                failed("write to", e);
                more = !ending;
                LockSupport.parkNanos(this, more ? pause : 0);
                pause = Math.min(2 * pause, LAST_RETRY_NANOS);
            }
            keepUp();
        }
    }

    /** Writes what is to be written next; false when nothing is. What fails is done again. */
    private boolean work() throws IOException {
        if (copyUnit()) {
            write(copies);
            long end = log.commitClaimed();
            copied(end);
            copies.clear();
            return true;
        }
        if (transit.isEmpty() && ring.takeForDisk(transit) == 0) {
            return false;
        }
        SpillEvent event = SpillEvent.begun();
        write(transit);
        log.commit();
        meter.wrote(transit.size());
        if (event != null) {
            event.tell(name, transit.size(), log.bytes());
        }
        transit.clear();
        ring.stored();
        return true;
    }

    private void write(SampleQueue queue) throws IOException {
        // What was left of a unit that could not be committed.
        log.discard();
        log.begin();
        for (long position = queue.head(); position < queue.tail(); ) {
            position = queue.copyRun(position, outgoing);
            log.append(outgoing);
        }
        unsynced = true;
    }

    /** Whether there is a unit at the sink that must be written before anything else. */
    private synchronized boolean copyUnit() {
        if (copying && overWhileCopying) {
            copying = false;
            copies.clear();
        }
        if (!copying) {
            overWhileCopying = false;
            copying = ring.copyUnit(copies, !transit.isEmpty());
        }
        return copying;
    }

    private void copied(long end) {
        ring.unitStored();
        boolean over;
        synchronized (this) {
            copying = false;
            over = overWhileCopying;
            unitEnd = over ? NONE : end;
        }
        if (over) {
            acknowledge(end);
        }
    }

    /** Waits until there is something to do: whoever puts a sample unparks this thread. */
    private void rest() {
        long now = clock.nanoTime();
        long due = keptUpAt + UPKEEP_NANOS - now;
        if (unsynced) {
            due = Math.min(due, syncedAt + syncNanos - now);
        }
        if (due > 0) {
            LockSupport.parkNanos(this, due);
        }
    }

    private void keepUp() {
        reportLosses();
        long now = clock.nanoTime();
        try {
            if (now - syncedAt >= syncNanos) {
                if (unsynced) {
                    // Before it is forced: what is acknowledged meanwhile is for the next time.
                    unsynced = false;
                    log.force();
                    recovered(FORCE);
                }
                syncedAt = now;
            }
            if (now - keptUpAt >= UPKEEP_NANOS) {
                keptUpAt = now;
                log.upkeep();
                keepLosses();
            }
        } catch (IOException e) {
            syncedAt = now;
            unsynced = true;
            failed(FORCE, e);
        }
    }

    /** Once all marks have arrived the next run need not mark what was lost; until then it must. */
    private void keepLosses() {
        long lost = log.lost();
        if (ring.hasToldLosses()) {
            log.told(lost);
        } else if (ring.hasUntoldLosses()) {
            log.leaveGap();
        }
    }

    private void failed(String verb, IOException e) {
        String text =
                verb + " the buffer of stream " + name + " in " + log.settings().folder() + ": " + e.getMessage();
        trouble = text;
        notices.tell(text + "; samples wait in memory for as long as there is room, tried again until it works", e);
    }

    /** @param verb what works; a disk that forces what it has may be full all the same. Empty for all. */
    private void recovered(String verb) {
        String now = trouble;
        if (now != null && now.startsWith(verb)) {
            trouble = null;
            notices.tellGood(
                    "the buffer of stream " + name + " in " + log.settings().folder() + " works again");
        }
    }

    // --- the sink's thread ---

    /**
     * Moves samples from the disk to the sink's queue, which is empty.
     *
     * @return false when it must end before it may go on
     * @throws IOException when the disk does not let us read; to be tried again
     */
    boolean read(SampleQueue staged) throws IOException, InterruptedException {
        if (!replay.mayRead()) {
            return false;
        }
        try {
            replay.fill(staged);
            return true;
        } finally {
            if (!staged.isEmpty()) {
                ring.takeFromDisk(staged);
                taken(staged.size());
            }
        }
    }

    private void taken(int samples) {
        synchronized (this) {
            unitEnd = replay.readTo();
        }
        meter.read(samples);
        replay.paced(samples);
        try {
            log.markTaken(replay.readTo());
        } catch (IOException e) {
            failed("mark what was sent in", e);
        }
    }

    /** What was at the sink was acknowledged, or given up. */
    void unitOver() {
        long end;
        synchronized (this) {
            overWhileCopying |= copying;
            end = copying ? NONE : unitEnd;
            unitEnd = copying ? unitEnd : NONE;
        }
        if (end != NONE) {
            acknowledge(end);
        }
    }

    private void acknowledge(long before) {
        try {
            log.acknowledge(before);
            unsynced = true;
        } catch (IOException e) {
            failed("mark what was acknowledged in", e);
        }
    }

    // --- whoever closes ---

    /** The pipeline is being closed. */
    void hurry() {
        replay.hurry();
    }

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
        ring.storeTheRest();
        ending = true;
        guard.end();
        // An interrupt was meant for the sink; here it would close the log's files.
        boolean interrupted = Thread.interrupted();
        try {
            guard.thread().join(Math.max(1, limit.toMillis()));
            if (guard.isOver()) {
                reportLosses();
                keepLosses();
                if (ring.isStored()) {
                    log.finish();
                }
                log.close();
            } else {
                notices.tell(
                        "the disk of the buffer of stream " + name + " does not answer; what waits in memory is lost",
                        null);
            }
        } catch (IOException e) {
            failed("close", e);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
