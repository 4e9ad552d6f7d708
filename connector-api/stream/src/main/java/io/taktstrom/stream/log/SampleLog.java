package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.kit.PrivateFiles;

/**
 * Samples on disk, first in, first out. One thread writes, another reads; all else is thread-safe.
 *
 * <pre>{@code
 * log.begin();                                  // writer
 * log.append(batch);                            // into memory
 * log.commit();                                 // now it can be read, and outlives this process
 * log.force();                                  // now it outlives the system, too
 *
 * long first = log.fetch(batch);                // reader: the next samples that were received together
 * int lost = log.claim(first, batch.size());    // so many of them, from the first on, were dropped meanwhile
 * log.acknowledge(first + batch.size());        // a receiver has them: they can be deleted, and never come again
 * }</pre>
 *
 * <p>What a former run has left is read first, from behind the last sample that was acknowledged; what was read and not
 * acknowledged is read again. Samples keep their group, status, source time, time of receipt, sequence and value.
 *
 * <p>Each sample has a number; whatever is lost leaves a gap, and so is noticed and told to the {@link LogListener}.
 */
public final class SampleLog implements AutoCloseable {

    /** {@link #fetch} has found nothing. */
    public static final long NOTHING = -1;

    private final LogSettings settings;
    private final FolderLock lock;
    private final LogProgress progress;
    private final Segments segments;
    private final LogWriter writer;
    private final LogReader reader;
    private final List<String> notices;
    private final long recovered;
    private final long repeated;
    private final boolean followsCrash;
    private boolean closed;

    private SampleLog(LogSettings settings, LogFiles files, GroupMaker maker, EpochNanoClock clock, FolderLock lock)
            throws IOException {
        this.settings = settings;
        this.lock = lock;
        FormerLog former = new FormerLog(settings, files, clock);
        Long known = former.logId();
        long logId = known == null ? ThreadLocalRandom.current().nextLong() : known;
        long start = former.acknowledged();
        segments = new Segments(settings.folder(), start);
        former.segments(logId).forEach(segments::addFormer);
        ProgressFile.Progress before = former.progress();
        long taken = before == null ? start : before.taken();
        repeated = Math.max(0, Math.min(taken, segments.end()) - start);
        followsCrash = former.isCrashed();
        // What is missing at the end has numbers, too: the reader will find that it is not there.
        segments.goOnAt(before == null ? start : before.durable());
        recovered = segments.end() - start;
        notices = List.copyOf(former.notices());
        ProgressFile file = new ProgressFile(files, settings.folder().resolve(ProgressFile.NAME), logId, before);
        progress = new LogProgress(file, segments, before);
        writer = new LogWriter(settings, files, clock, logId, segments, progress);
        reader = new LogReader(files, maker, logId, segments);
        try {
            progress.acknowledge(start);
        } catch (IOException e) {
            file.close();
            throw e;
        }
        forceBegin();
    }

    /** After a power cut, too, the next run knows that this one did not end in order. */
    private void forceBegin() {
        try {
            progress.force();
        } catch (IOException e) {
            // The first force of samples reports it.
        }
    }

    /**
     * Opens a log, or makes one.
     *
     * @param maker makes the groups of samples that a former run has left
     * @throws IOException when it cannot be used: the folder cannot be written, another process has it, or what is in it is of
     *     another version, deployment or stream, and is left as it is
     */
    public static SampleLog open(LogSettings settings, GroupMaker maker, EpochNanoClock clock) throws IOException {
        return open(settings, LogFiles.SYSTEM, maker, clock);
    }

    static SampleLog open(LogSettings settings, LogFiles files, GroupMaker maker, EpochNanoClock clock)
            throws IOException {
        try {
            PrivateFiles.folder(settings.folder());
            FolderLock lock = FolderLock.take(settings.folder());
            try {
                return new SampleLog(settings, files, maker, clock, lock);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (LogException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "cannot use the buffer in " + settings.folder() + ": " + e
                            + "; it must be a folder on a disk that can be written, with some room",
                    e);
        }
    }

    /**
     * Finds out what would keep a log from being opened, without making or changing one.
     *
     * @return the folder, or the one above it in which it would be made
     * @throws IOException as {@link #open} would
     */
    public static Path check(LogSettings settings) throws IOException {
        Path folder = settings.folder().toAbsolutePath();
        Path there = folder;
        for (Path above = there; !Files.exists(there) && above != null; above = there.getParent()) {
            there = above;
        }
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            throw new IOException("cannot use the buffer in " + folder + ": " + there
                    + " must be a folder on a disk that can be written");
        }
        if (there.equals(folder)) {
            FolderLock lock = FolderLock.take(folder);
            try {
                new FormerLog(settings, LogFiles.SYSTEM, EpochNanoClock.system()).logId();
            } finally {
                lock.close();
            }
        }
        return there;
    }

    /**
     * Deletes what remains of a log without samples, so that an earlier version of the format can begin in its folder. Keeps it
     * where the next run learns something from it: samples that are missing, a crash, a loss that the receiver does not know of.
     *
     * @throws IOException when it cannot be read or deleted, or another process has it
     */
    public static void removeEmpty(LogSettings settings) throws IOException {
        Path path = settings.folder().resolve(ProgressFile.NAME);
        FolderLock lock = FolderLock.take(settings.folder());
        try (lock) {
            ProgressFile.Progress said = ProgressFile.read(path);
            if (said != null
                    && said.isFinished()
                    && !said.hasGap()
                    && said.acknowledged() >= said.durable()
                    && Segment.in(settings.folder()).isEmpty()) {
                // A segment that came back after a power cut would be sent again.
                LogFiles.forceFolder(settings.folder());
                Files.delete(path);
            }
        }
    }

    /** Who hears of losses, from now on. */
    public void listen(LogListener listener) {
        segments.listen(listener);
    }

    public LogSettings settings() {
        return settings;
    }

    /** What an operator should know of what was found when it was opened. */
    public List<String> notices() {
        return notices;
    }

    /** Samples that a former run has left, the damaged ones included. */
    public long recovered() {
        return recovered;
    }

    /** Those of them that it may have sent already: a receiver may get them twice. */
    public long repeated() {
        return repeated;
    }

    /** Whether the former run did not end in order: samples may be missing behind those that it has left. */
    public boolean followsCrash() {
        return followsCrash;
    }

    /** Whether samples were lost, in this run or a former one, and the receiver may not know, see {@link #told}. */
    public boolean hasGap() {
        return progress.hasGap();
    }

    /** Samples of this run that were lost, for any reason. */
    public long lost() {
        return segments.lost();
    }

    /** How often {@link #leaveGap} was called. */
    public long gaps() {
        return progress.gaps();
    }

    /** The receiver knows of all losses of former runs, and of so many losses and gaps of this one. */
    public void told(long losses, long gaps) {
        progress.told(losses, gaps);
    }

    /**
     * Samples were lost, and the receiver may not know.
     *
     * @return whether it has to be forced to outlive the system
     * @throws IOException when that cannot be written now; it is with whatever is written next
     */
    public boolean leaveGap() throws IOException {
        return progress.leaveGap();
    }

    /** This run ends in order, and nothing is missing behind what it leaves; said before {@link #close}. */
    public void finish() {
        progress.finish();
    }

    /**
     * Begins a unit of writing: makes room, or a new file.
     *
     * @throws IOException when the disk does not let us: nothing has changed, try again
     */
    public void begin() throws IOException {
        writer.begin();
    }

    /** Adds samples to the unit. Allocates only where a group, or so large a unit, comes for the first time in a segment. */
    public void append(SampleBatch batch) {
        writer.append(batch);
    }

    /**
     * Ends the unit: its samples can be read.
     *
     * @throws IOException when the disk does not let us: call this again, or {@link #discard}
     */
    public void commit() throws IOException {
        writer.commit(false);
    }

    /**
     * Ends a unit that is being sent already, so that it is not for the reader.
     *
     * @return the number to acknowledge it with
     * @throws IOException as {@link #commit()}
     */
    public long commitClaimed() throws IOException {
        // Before they are there: a unit that was committed, and then could not be marked, would be written a second
        // time.
        markTaken(writer.endOfUnit());
        return writer.commit(true);
    }

    /**
     * Forgets the unit that was begun.
     *
     * @throws IOException when the disk does not let us cut off what was written of it: a restart may find it, unless this is
     *     called again
     */
    public void discard() throws IOException {
        writer.discard();
    }

    /**
     * Forces to the disk what was committed and acknowledged.
     *
     * @throws IOException when the disk does not let us: what was committed since the last time may not outlive the system
     */
    public void force() throws IOException {
        writer.force();
        progress.force();
    }

    /**
     * Lets samples grow old. For the writer, between units, about once a second.
     *
     * @throws IOException when the disk does not let us; tried again the next time
     */
    public void upkeep() throws IOException {
        writer.upkeep();
    }

    /** Lets go of what was read and deleted. For the thread that fetches, when nothing is to be fetched. */
    public void rest() throws IOException {
        reader.rest();
    }

    /** Fails when the disk takes nothing, without a sample. For the thread that writes, between two units. */
    public void probe() throws IOException {
        writer.probe();
    }

    /**
     * Fills a batch with the next samples that were received together. All that were fetched before must be claimed.
     *
     * @return number of the first one; {@link #NOTHING} when there is none now
     * @throws IOException when the disk does not let us. Try again: what cannot be read is given up in the end
     */
    public long fetch(SampleBatch into) throws IOException, InterruptedException {
        return reader.fetch(into);
    }

    /**
     * Takes samples that were fetched: from now on they are the reader's, who remembers them until they are acknowledged.
     *
     * @return how many of them, from the first on, were lost meanwhile and are not to be used
     */
    public int claim(long first, int count) {
        return segments.claim(first, count);
    }

    /**
     * Says that samples before a number may reach the receiver from now on.
     *
     * @throws IOException when that cannot be written: a restart will not know which samples come twice
     */
    public void markTaken(long before) throws IOException {
        progress.taken(before);
    }

    /**
     * The receiver has all samples before a number.
     *
     * @throws IOException when that cannot be written: a restart may send them again
     */
    public void acknowledge(long before) throws IOException {
        progress.acknowledge(before);
    }

    /**
     * Drops all that was not acknowledged.
     *
     * @return how many samples
     * @throws IOException when the disk does not let us
     */
    public long clear() throws IOException {
        long samples = unacknowledged();
        acknowledge(segments.end());
        return samples;
    }

    /** Samples that were not claimed. */
    public long unread() {
        return segments.end() - segments.claimed();
    }

    /** Samples that were not acknowledged: what a restart would begin with. */
    public long unacknowledged() {
        return segments.end() - segments.acknowledged();
    }

    /** What it takes on disk. */
    public long bytes() {
        return segments.bytes();
    }

    /** Samples that were lost to damage. */
    public long damaged() {
        return segments.damaged();
    }

    /** When the oldest samples that wait were written, epoch nanoseconds; {@link SampleBatch#NO_TIME} where it is not known. */
    public long oldestAt() {
        return reader.oldestAt();
    }

    /** Forces all to the disk, and lets go of the folder. Once writer and reader are done. Idempotent. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try (lock;
                progress) {
            reader.close();
            writer.close();
        }
    }
}
