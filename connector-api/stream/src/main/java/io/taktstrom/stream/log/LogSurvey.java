package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;

/**
 * What lies in a log, looked at without changing it.
 *
 * @param samples that were not acknowledged and are sound
 * @param damaged samples that were not acknowledged and cannot be read any more
 * @param bytes of all its segments
 * @param segments how many files there are
 * @param oldestAt when the oldest of those samples was written, epoch nanoseconds; {@link SampleBatch#NO_TIME} without any
 * @param newestAt the same of the newest
 */
public record LogSurvey(long samples, long damaged, long bytes, int segments, long oldestAt, long newestAt) {

    private static final LogSurvey EMPTY = new LogSurvey(0, 0, 0, 0, SampleBatch.NO_TIME, SampleBatch.NO_TIME);

    /**
     * Reads all of a log; where there is none it is empty.
     *
     * @throws IOException when it cannot be read, is in use, or is another's
     */
    public static LogSurvey of(LogSettings settings) throws IOException {
        if (!Files.isDirectory(settings.folder())) {
            return EMPTY;
        }
        FolderLock lock = FolderLock.take(settings.folder());
        try {
            return read(settings);
        } finally {
            lock.close();
        }
    }

    private static LogSurvey read(LogSettings settings) throws IOException {
        FormerLog former = new FormerLog(settings, LogFiles.SYSTEM, EpochNanoClock.system());
        Long logId = former.logId();
        if (logId == null) {
            return EMPTY;
        }
        long start = former.acknowledged();
        ProgressFile.Progress progress = former.progress();
        long end = progress == null ? start : Math.max(start, progress.durable());
        long sound = 0;
        long bytes = 0;
        long oldestAt = SampleBatch.NO_TIME;
        long newestAt = SampleBatch.NO_TIME;
        int segments = 0;
        for (Path path : Segment.in(settings.folder())) {
            long size = Files.size(path);
            segments++;
            bytes += size;
            try (RecordCursor cursor = RecordCursor.behindHeader(FileChannel.open(path), logId)) {
                while (cursor.next(size)) {
                    long behind = cursor.first() + cursor.count();
                    if (cursor.isSamples() && behind > start) {
                        sound += behind - Math.max(start, cursor.first());
                        end = Math.max(end, behind);
                        oldestAt = oldestAt == SampleBatch.NO_TIME ? cursor.writtenAt() : oldestAt;
                        newestAt = cursor.writtenAt();
                    }
                }
            }
        }
        return new LogSurvey(sound, end - start - sound, bytes, segments, oldestAt, newestAt);
    }
}
