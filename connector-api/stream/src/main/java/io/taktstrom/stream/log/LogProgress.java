package io.taktstrom.stream.log;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/**
 * How far a log's samples have come, kept in its file. Numbers are read and written under one lock, so the file never goes
 * back; a segment's file is deleted after the file says that it is over, so a restart does not take it for damaged.
 * Thread-safe. Takes the lock of {@link Segments} while it holds its own, never the other way round.
 */
final class LogProgress implements AutoCloseable {

    private final ProgressFile file;
    private final Segments segments;
    private long taken;
    private long durable;
    /** Lost samples of this run that the receiver knows of. */
    private long told;

    private boolean gapBefore;
    /** How often samples were lost that the receiver may not know of, beside those of the log. */
    private long gaps;

    private boolean finished;
    private boolean closed;

    /** @param before what the file says; null for a new log */
    LogProgress(ProgressFile file, Segments segments, ProgressFile.@Nullable Progress before) {
        this.file = file;
        this.segments = segments;
        taken = before == null ? segments.acknowledged() : before.taken();
        durable = segments.end();
        gapBefore = before != null && before.hasGap();
    }

    /** Writes what is so now. */
    synchronized void keep() throws IOException {
        if (!closed) {
            long acknowledged = segments.acknowledged();
            file.write(acknowledged, Math.max(taken, acknowledged), durable, finished, hasGap());
        }
    }

    /** The same, and it outlives the system. */
    void force() throws IOException {
        keep();
        file.force();
    }

    /** Samples before this number may have been sent. */
    synchronized void taken(long before) throws IOException {
        taken = Math.max(taken, before);
        keep();
    }

    /** Samples before this number were forced to the disk. */
    synchronized void durable(long before) {
        durable = Math.max(durable, before);
    }

    /** The receiver has all before this number. */
    synchronized void acknowledge(long before) throws IOException {
        if (!closed) {
            segments.acknowledge(before);
            keep();
            segments.deleteOver();
        }
    }

    /** Deletes the files that are not needed any more. */
    synchronized void deleteOver() throws IOException {
        if (closed || !segments.hasOver()) {
            return;
        }
        try {
            keep();
        } catch (IOException e) {
            // A full disk needs their room now. The next force reports it; a restart before that counts them as
            // damaged.
        }
        segments.deleteOver();
    }

    /** Whether samples were lost, in this run or before, and the receiver may not know. */
    synchronized boolean hasGap() {
        return gapBefore || segments.lost() > told;
    }

    synchronized long gaps() {
        return gaps;
    }

    /** The receiver knows of the losses up to this count, and of so many gaps: one that is newer stays. */
    synchronized void told(long losses, long knownGaps) {
        told = Math.max(told, losses);
        gapBefore &= gaps != knownGaps;
    }

    /** Samples were lost, and the receiver may not know: a kill from now on does not hide it. Whether the file did not say so before. */
    synchronized boolean leaveGap() throws IOException {
        gaps++;
        if (gapBefore) {
            return false;
        }
        gapBefore = true;
        keep();
        return true;
    }

    /** This run ends in order: nothing is missing behind what it leaves. */
    synchronized void finish() {
        finished = true;
    }

    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            try (file) {
                force();
            } finally {
                closed = true;
            }
        }
    }
}
