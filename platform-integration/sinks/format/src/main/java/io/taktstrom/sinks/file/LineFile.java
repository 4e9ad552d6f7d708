package io.taktstrom.sinks.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkObserver;

/**
 * A file of text lines that only ever grows by whole flush units: when a write fails halfway (a full disk), the file is
 * cut back to where it was, so it is readable at any time.
 *
 * <pre>
 *   append --> is it still ours, and as long as we left it? --no--> notice; opened or created again
 *                |yes                                                 |
 *              write behind the end &lt;---------------------------------'
 *                |                                                    ^
 *              does its name lead to what was written? --no--> said; written again
 *                |yes
 *              returns: published
 * </pre>
 *
 * <p>So nothing counts as published that was written to a file that another process has deleted, moved or truncated; it may be
 * written twice instead. Locked, so that no other process of ours writes to it. Thread-safe.
 *
 * <p>A file that is complete, by its size, its age or the date in its name, is left to the {@link Archive}, and another begun.
 */
final class LineFile implements AutoCloseable {

    /** A process that changes the file that often during one write does so for ever. */
    private static final int ATTEMPTS = 3;

    private static final long NOWHERE = -1;

    private static final long ROTATE_AGAIN_NANOS = Duration.ofSeconds(10).toNanos();

    private static final ByteBuffer LINE_FEED =
            ByteBuffer.wrap(new byte[] {'\n'}).asReadOnlyBuffer();

    private final FileFamily family;
    private final LineFileSettings settings;
    private final byte[] header;
    private final byte[] begin;
    private final EpochNanoClock clock;
    private final SinkObserver observer;
    private final Archive archive;

    private Path path;
    private HeldFile held;
    /** Up to here the file holds whole units. */
    private long committed;

    /** Epoch nanoseconds, where the time matters. */
    private long writtenAt;

    private long syncedAt;
    private long rotateFailedAt;
    private boolean closed;
    private volatile boolean resting;
    private volatile long usedAt;
    private volatile SinkHealth health = SinkHealth.WELL;

    /**
     * @param family its name, now and later
     * @param shape how its lines begin
     * @param observer hears what was repaired, and what other processes did to the file
     * @param archive looks after the family's files that are complete
     */
    LineFile(
            FileFamily family,
            LineShape shape,
            LineFileSettings settings,
            EpochNanoClock clock,
            SinkObserver observer,
            Archive archive)
            throws IOException {
        this.family = family;
        this.header = shape.header().getBytes(StandardCharsets.UTF_8);
        this.begin = shape.begin().getBytes(StandardCharsets.UTF_8);
        this.settings = settings;
        this.clock = clock;
        this.observer = observer;
        this.archive = archive;
        syncedAt = clock.nanoTime();
        rotateFailedAt = syncedAt - ROTATE_AGAIN_NANOS;
        path = family.at(clock.epochNanos());
        if (Folders.make(path, family.root())) {
            observer.onNotice("made the folder " + family.root());
        }
        held = open();
        archive.tidy(family, path);
    }

    /** Whether a file could be opened, or made; makes none. */
    static void check(Path path) throws IOException {
        if (Files.exists(path)) {
            HeldFile.open(path).close();
        } else {
            Folders.check(path);
        }
    }

    private HeldFile open() throws IOException {
        Folders.makeBelow(family, path);
        HeldFile opened = HeldFile.open(path);
        try {
            // Before anything is written to it.
            writtenAt = modifiedAt();
            committed = repair(opened);
            boolean strange = committed > 0 && !opened.holds(ByteBuffer.wrap(header), 0);
            if (!strange) {
                if (committed == 0 && header.length > 0) {
                    opened.append(ByteBuffer.wrap(header));
                    committed = header.length;
                }
                return opened;
            }
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        opened.close();
        Path aside = FileFamily.aside(path, clock.epochNanos());
        Files.move(path, aside);
        observer.onNotice(path + " begins with another line, as after other fields were chosen; set aside as "
                + aside.getFileName() + ", and a new file created");
        return open();
    }

    private long modifiedAt() throws IOException {
        return settings.rotation().isTimed() ? Files.getLastModifiedTime(path).to(TimeUnit.NANOSECONDS) : 0;
    }

    /** A process that was killed while it wrote leaves half a line: it goes, for its sample was never acknowledged. */
    private long repair(HeldFile opened) throws IOException {
        long size = opened.size();
        long end = opened.endOfLastLine();
        if (end == 0 && size > 0 && !isOurs(opened, size)) {
            throw new IOException("cannot append to " + path + ": it does not hold lines; name another file");
        }
        if (end < size) {
            opened.cut(end);
            observer.onNotice(path + " ended in the middle of a line, as a killed process leaves it; its last "
                    + (size - end) + " bytes, which were never counted as published, are cut off");
        }
        return end;
    }

    private boolean isOurs(HeldFile opened, long size) throws IOException {
        return opened.holds(ByteBuffer.wrap(begin, 0, (int) Math.min(size, begin.length)), 0);
    }

    /**
     * Appends whole lines, all or nothing.
     *
     * @throws IOException when they are not in the file
     */
    synchronized void append(ByteBuffer lines) throws IOException {
        if (closed) {
            throw new IllegalStateException(path + " is closed");
        }
        boolean measured = observer != SinkObserver.NONE;
        long beganAt = measured ? clock.nanoTime() : 0;
        int bytes = lines.remaining();
        try {
            write(lines);
            if (!health.well()) {
                health = SinkHealth.WELL;
            }
        } catch (IOException e) {
            health = SinkHealth.unwell(String.valueOf(e.getMessage()));
            throw e;
        } finally {
            if (measured) {
                observer.onRequestCompleted(bytes, clock.nanoTime() - beganAt);
            }
        }
    }

    /** Whether it takes one of the files that this process may have open. */
    boolean isOpen() {
        return !resting;
    }

    /** When it was written last, by {@link EpochNanoClock#nanoTime}. */
    long usedAt() {
        return usedAt;
    }

    SinkHealth health() {
        return health;
    }

    private void write(ByteBuffer lines) throws IOException {
        int first = lines.position();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            makeReady();
            lines.position(first);
            if (isWritten(lines, first)) {
                return;
            }
            reopen();
        }
        throw new IOException("cannot write " + path
                + ": another process changes it during each write; stop that, or name another file");
    }

    /** Sees to it that the file is ours, as we left it, and not too long. */
    private void makeReady() throws IOException {
        if (!held.isOpen()) {
            reopen();
        }
        switch (held.look(committed)) {
            case AS_IT_WAS -> {}
            case GONE -> {
                observer.onNotice(
                        path + " was deleted, moved or replaced by another process; created again. Samples before "
                                + "this are where the old file is");
                reopen();
            }
            case CUT -> {
                observer.onNotice(path + " was cut from " + committed + " to " + held.size()
                        + " bytes by another process; samples before this may be lost. Appending at its end");
                reopen();
            }
            case GROWN -> {
                observer.onNotice(path + " has " + (held.size() - committed)
                        + " bytes that another process has written; give each writer its own file");
                goOnBehind(held.size());
            }
        }
        turnOver();
    }

    /** Begins another file where this one is complete, before a unit is written: a failure concerns none that is there. */
    private void turnOver() throws IOException {
        boolean timed = settings.rotation().isTimed() || family.isDated();
        long now = timed ? clock.epochNanos() : 0;
        Path wanted = timed ? family.at(now) : path;
        if (!wanted.equals(path)) {
            held.force(true);
            held.close();
            path = wanted;
            archive.tidy(family, path);
            reopen();
        } else if (committed > header.length
                && settings.rotation().isDue(committed, writtenAt, now)
                && clock.nanoTime() - rotateFailedAt >= ROTATE_AGAIN_NANOS) {
            setAside();
        }
        writtenAt = now;
    }

    private void goOnBehind(long size) throws IOException {
        committed = size;
        if (!held.holds(LINE_FEED, size - 1)) {
            held.append(LINE_FEED.duplicate());
            committed++;
        }
    }

    /** Writes; false when it cannot be proven that the file holds the lines. */
    private boolean isWritten(ByteBuffer lines, int first) throws IOException {
        try {
            held.append(lines);
            lines.position(first);
            long end = provenEnd(lines);
            if (end == NOWHERE) {
                return false;
            }
            long now = clock.nanoTime();
            usedAt = now;
            if (now - syncedAt >= settings.sync().toNanos()) {
                held.force(false);
                syncedAt = now;
            }
            committed = end;
            return true;
        } catch (IOException e) {
            IOException failure = new IOException("cannot write " + path + ": " + inWords(e), e);
            try {
                held.cut(committed);
            } catch (IOException again) {
                failure.addSuppressed(again);
            }
            throw failure;
        }
    }

    /** The end of the file, which holds the lines for certain; {@link #NOWHERE} otherwise. */
    private long provenEnd(ByteBuffer lines) throws IOException {
        int length = lines.remaining();
        HeldFile.State state = held.look(committed + length);
        if (state == HeldFile.State.AS_IT_WAS) {
            return committed + length;
        }
        String what = path + " was changed by another process while it was written";
        long size = held.size();
        boolean isThere = state != HeldFile.State.GONE
                && (held.holds(lines, committed)
                        || (size > length + header.length && held.holds(lines, size - length)));
        if (isThere) {
            observer.onNotice(what + "; what was just written is there");
            return size;
        }
        observer.onNotice(what + "; what was just written is written again, and may be there twice");
        if (state == HeldFile.State.CUT && size <= length) {
            // Nothing but a part of ours, and no header before it.
            held.cut(0);
        }
        return NOWHERE;
    }

    private void reopen() throws IOException {
        held.close();
        held = open();
        resting = false;
    }

    private void setAside() throws IOException {
        Path aside = FileFamily.aside(path, clock.epochNanos());
        try {
            held.force(true);
            Files.move(path, aside);
        } catch (IOException e) {
            // A file that is too long is better than samples that are nowhere.
            rotateFailedAt = clock.nanoTime();
            observer.onNotice("cannot set " + path + " aside as " + aside.getFileName() + ": " + inWords(e)
                    + "; appending to the same file, and trying again in a while");
            return;
        }
        try {
            reopen();
        } finally {
            // Only now is the file that was set aside not locked any more.
            archive.tidy(family, path);
        }
    }

    /** Lets go of the file until it is written again. */
    synchronized void rest() throws IOException {
        if (held.isOpen()) {
            held.force(true);
            held.close();
        }
        resting = true;
    }

    /** Of many file errors the message is the path alone. */
    private static String inWords(IOException e) {
        if (e instanceof FileSystemException failure && failure.getReason() == null) {
            return failure.getClass().getSimpleName().replace("Exception", "") + " " + failure.getMessage();
        }
        return String.valueOf(e.getMessage());
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (HeldFile last = held) {
            if (last.isOpen()) {
                last.force(true);
            }
        } finally {
            if (settings.completeAtEnd()) {
                complete();
            }
        }
    }

    /** The end is the last occasion to finish it, and what a failure has left of former ones. */
    private void complete() throws IOException {
        boolean empty = committed <= header.length;
        try {
            if (!empty && Files.exists(path)) {
                Files.move(path, FileFamily.aside(path, clock.epochNanos()));
            }
        } finally {
            archive.tidy(family, empty ? path : null);
        }
    }
}
