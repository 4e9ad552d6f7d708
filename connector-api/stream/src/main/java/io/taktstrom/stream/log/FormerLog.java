package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.EpochNanoClock;
import org.jspecify.annotations.Nullable;

/** What a former run has left in a folder, looked at once, when a log is opened. */
final class FormerLog {

    private final LogSettings settings;
    private final LogFiles files;
    private final EpochNanoClock clock;
    private final List<String> notices = new ArrayList<>();
    private final List<Path> paths;
    private final ProgressFile.@Nullable Progress progress;
    private final boolean isThere;
    private @Nullable Long logId;
    private boolean isOld;

    /** @throws IOException when the folder cannot be read, or holds a log that is not this one */
    FormerLog(LogSettings settings, LogFiles files, EpochNanoClock clock) throws IOException {
        this.settings = settings;
        this.files = files;
        this.clock = clock;
        paths = Segment.in(settings.folder());
        Path said = settings.folder().resolve(ProgressFile.NAME);
        isThere = Files.exists(said) || !paths.isEmpty();
        progress = ProgressFile.read(said);
        logId = progress == null ? null : progress.logId();
        for (Path path : paths) {
            require(path);
        }
        if (isOld) {
            notices.add(settings.folder()
                    + " holds samples of an earlier version, which did not store the connection of a point:"
                    + " these samples are delivered with an empty connection");
        }
    }

    private void require(Path path) throws IOException {
        SegmentHeader header = header(path);
        if (header == null) {
            return;
        }
        isOld |= header.version() < SegmentHeader.VERSION;
        if (!header.identity().equals(settings.identity())) {
            throw new LogException(path + " holds samples of " + header.identity() + ", not of " + settings.identity()
                    + "; to publish them, use those names again, or else name another folder");
        }
        Long known = logId;
        if (known == null) {
            logId = header.logId();
        } else if (known != header.logId()) {
            throw new LogException(path + " is of another log than the rest of its folder; move it away");
        }
    }

    /** Of a segment; null when it is damaged. */
    static @Nullable SegmentHeader header(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path)) {
            ByteBuffer begin = ByteBuffer.allocate(SegmentHeader.MAX_BYTES);
            while (begin.hasRemaining() && file.read(begin) > 0) {
                // As much as there is.
            }
            return SegmentHeader.decode(begin.flip(), path);
        }
    }

    /** The log's id, or null when there was none. */
    @Nullable
    Long logId() {
        return logId;
    }

    ProgressFile.@Nullable Progress progress() {
        return progress;
    }

    /** What an operator should know. */
    List<String> notices() {
        return notices;
    }

    /** Whether the former run, if there was one, did not end in order. A file that says nothing sound is of such a run. */
    boolean isCrashed() {
        return isThere && (progress == null || !progress.isFinished());
    }

    /** Number of the first sample that was not acknowledged. */
    long acknowledged() {
        if (progress != null) {
            return progress.acknowledged();
        }
        if (paths.isEmpty()) {
            return 0;
        }
        notices.add(
                settings.folder() + " does not say how far its samples were acknowledged: all of them are sent again");
        return Segment.first(paths.get(0));
    }

    /** The segments, with what a torn last one has lost cut off. */
    List<Segment> segments(long id) throws IOException {
        List<Segment> segments = new ArrayList<>();
        long now = clock.nanoTime();
        for (int i = 0; i < paths.size(); i++) {
            Path path = paths.get(i);
            long written = now - Math.max(0, clock.epochNanos() - modifiedNanos(path));
            long end = i < paths.size() - 1 ? Segment.first(paths.get(i + 1)) : Long.MAX_VALUE;
            segments.add(new Segment(path, Segment.first(path), end, Files.size(path), written));
        }
        while (!segments.isEmpty()) {
            Segment last = segments.remove(segments.size() - 1);
            if (cut(last, id)) {
                segments.add(last);
                break;
            }
        }
        return segments;
    }

    private static long modifiedNanos(Path path) throws IOException {
        return Files.getLastModifiedTime(path).toMillis() * 1_000_000;
    }

    /**
     * Cuts off the last segment what is not sound. What it has from the first number of a later segment on, which is not there any
     * more, was discarded when it was written, and is not sound either.
     *
     * @return whether it has samples; otherwise it is not there any more
     */
    private boolean cut(Segment last, long id) throws IOException {
        FileChannel file = files.open(last.path, false);
        long size = file.size();
        long sound = 0;
        long end = last.first;
        try (RecordCursor cursor = RecordCursor.behindHeader(file, id)) {
            while (cursor.next(size) && cursor.first() < last.end && cursor.first() + cursor.count() <= last.end) {
                if (cursor.isSamples()) {
                    end = Math.max(end, cursor.first() + cursor.count());
                }
                sound = cursor.end();
            }
            if (end > last.first && sound < size) {
                file.truncate(sound);
                notices.add(last.path
                        + " ended in the middle of a record, as a killed process or a power cut leaves it; its last "
                        + (size - sound) + " bytes are cut off");
            }
        }
        if (end == last.first) {
            setAside(last.path, size);
            return false;
        }
        last.bytes = sound;
        // Behind it another one began: numbers before that which it does not have are damaged.
        last.end = last.end == Long.MAX_VALUE ? end : last.end;
        return true;
    }

    /** A segment without a sample in it: begun and not gone on with, or so damaged that its content is unknown. */
    private void setAside(Path path, long size) throws IOException {
        if (header(path) != null || size == 0) {
            Files.delete(path);
            return;
        }
        Path aside = path.resolveSibling(path.getFileName() + ".damaged");
        Files.move(path, aside);
        notices.add(
                path + " has " + size + " bytes and nothing in it that could be read; kept as " + aside.getFileName());
    }
}
