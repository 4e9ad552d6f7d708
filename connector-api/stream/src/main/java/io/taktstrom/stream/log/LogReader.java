package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads samples in the order in which they were written. What is damaged is left out, and what it held is lost: the numbers
 * tell how many samples that is. One thread. Hot: allocates when a segment begins.
 */
final class LogReader {

    /** A disk that fails to read may do better a moment later; one that goes on failing must not stop what comes behind. */
    private static final int ATTEMPTS = 3;

    private final LogFiles files;
    private final GroupMaker maker;
    private final long logId;
    private final Segments segments;
    private final SampleView view = new SampleView();
    /** Of former runs: segments that say the same have the same object, for sinks that keep what they derived from it. */
    private final Map<PointGroup, PointGroup> groups = new HashMap<>();

    private @Nullable RecordCursor cursor;
    private @Nullable Segment segment;
    private int failures;
    private volatile long oldestAt = SampleBatch.NO_TIME;

    LogReader(LogFiles files, GroupMaker maker, long logId, Segments segments) {
        this.files = files;
        this.maker = maker;
        this.logId = logId;
        this.segments = segments;
    }

    /**
     * Fills a batch with the next samples that were received together.
     *
     * @return number of the first one; -1 when there is none
     * @throws IOException when the disk does not let us; tried again, it gives up what it cannot read in the end
     */
    long fetch(SampleBatch into) throws IOException, InterruptedException {
        while (view.hasMore() || advance()) {
            long number = view.number();
            view.fill(into);
            if (!into.isEmpty()) {
                return number;
            }
            segments.lose(view.number(), LogLoss.DAMAGE);
        }
        return -1;
    }

    private boolean advance() throws IOException, InterruptedException {
        Segment next = segments.toRead();
        while (next != null) {
            if (open(next)) {
                return true;
            }
            next = segments.toRead();
        }
        oldestAt = SampleBatch.NO_TIME;
        if (segment != null && !segments.isActive(segment)) {
            leave();
        }
        return false;
    }

    /** Whether there is a record with samples in the segment that are not claimed; otherwise they are lost. */
    private boolean open(Segment next) throws IOException, InterruptedException {
        long limit;
        long end;
        synchronized (segments) {
            limit = segments.bytesOf(next);
            end = segments.endOf(next);
        }
        try {
            if (next != segment || cursor == null) {
                leave();
                cursor = RecordCursor.behindHeader(files.open(next.path, false), logId);
                segment = next;
            }
            if (advance(cursor, next, limit, end)) {
                failures = 0;
                return true;
            }
        } catch (ClosedByInterruptException e) {
            leave();
            Thread.interrupted();
            throw new InterruptedException("reading " + next.path);
        } catch (IOException e) {
            leave();
            failures++;
            if (failures < ATTEMPTS) {
                throw new IOException("cannot read " + next.path + ": " + e, e);
            }
            failures = 0;
        }
        segments.lose(end, LogLoss.DAMAGE);
        return false;
    }

    private boolean advance(RecordCursor at, Segment in, long limit, long end) throws IOException {
        while (at.next(limit)) {
            if (at.first() + at.count() > end || at.first() >= end) {
                // Discarded when it was written: the next segment has other samples with these numbers, or with some of
                // them.
                return false;
            }
            if (at.isGroup()) {
                learn(in.groups, at);
            } else if (at.isSamples() && at.first() + at.count() > segments.claimed()) {
                PointGroup group = groupOf(in.groups, at.group());
                int from = (int) Math.max(0, segments.claimed() - at.first());
                if (group != null && view.open(at, group, from)) {
                    segments.lose(at.first(), LogLoss.DAMAGE);
                    oldestAt = at.writtenAt();
                    return true;
                }
            }
        }
        return false;
    }

    private void learn(List<@Nullable PointGroup> known, RecordCursor at) throws IOException {
        int number = at.group();
        if (groupOf(known, number) == null) {
            PointGroup made = GroupCodec.decode(at.content(), at.hasConnections(), maker);
            PointGroup group = groups.computeIfAbsent(made, same -> same);
            synchronized (segments) {
                while (known.size() <= number) {
                    known.add(null);
                }
                known.set(number, group);
            }
        }
    }

    private @Nullable PointGroup groupOf(List<@Nullable PointGroup> known, int number) {
        synchronized (segments) {
            return number < known.size() ? known.get(number) : null;
        }
    }

    /** Lets go of a file that has nothing more to read: until then a disk keeps the room of one that was deleted. Cheap where there is none. */
    void rest() throws IOException {
        Segment read = segment;
        if (read != null && !view.hasMore() && !segments.isActive(read) && isClaimed(read)) {
            leave();
        }
    }

    private boolean isClaimed(Segment read) {
        synchronized (segments) {
            return segments.claimed() >= segments.endOf(read);
        }
    }

    /** When the oldest sample that waits was written, epoch nanoseconds, as far as it is known. Thread-safe. */
    long oldestAt() {
        return oldestAt;
    }

    private void leave() throws IOException {
        view.clear();
        RecordCursor left = cursor;
        cursor = null;
        segment = null;
        if (left != null) {
            left.close();
        }
    }

    void close() throws IOException {
        leave();
    }
}
