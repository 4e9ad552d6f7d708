package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a log's writer and its reader share: which segments there are, and how far their samples have come. Thread-safe; its
 * monitor is held for a moment at a time.
 *
 * <pre>
 *   acknowledged &lt;= claimed &lt;= end      acknowledged: their files can go; claimed: read, or lost; end: written
 * </pre>
 */
final class Segments {

    private final Path folder;
    /** Oldest first, a few dozen at most; a list, because walking it by index allocates nothing. */
    private final List<Segment> all = new ArrayList<>();
    /** Samples that were lost before what is behind them is acknowledged; the oldest first. */
    private final Deque<Gap> gaps = new ArrayDeque<>();

    private record Gap(long from, long to) {}

    /** Acknowledged or lost, and their files are still there. */
    private final List<Segment> over = new ArrayList<>();

    private LogListener listener = (why, samples, behind) -> {};
    private @Nullable Segment active;
    private long acknowledged;
    private long claimed;
    private long end;
    private long bytes;
    private long overBytes;
    private long lost;
    private long damaged;

    /** @param start number of the first sample that is of interest, acknowledged or not */
    Segments(Path folder, long start) {
        this.folder = folder;
        acknowledged = start;
        claimed = start;
        end = start;
    }

    synchronized void listen(LogListener newListener) {
        listener = newListener;
    }

    Path folder() {
        return folder;
    }

    /** One that a former run has left. */
    synchronized void addFormer(Segment segment) {
        all.add(segment);
        bytes += segment.bytes;
        end = Math.max(end, segment.end);
    }

    /** Goes on with this number, because samples before it are gone. */
    synchronized void goOnAt(long number) {
        end = Math.max(end, number);
    }

    synchronized void activate(Segment segment) {
        active = segment;
        all.add(segment);
        bytes += segment.bytes;
    }

    /** A segment that has no samples is not there any more. */
    synchronized void remove(Segment empty) {
        all.remove(empty);
        bytes -= empty.bytes;
    }

    /** Nothing more comes into the active segment. */
    synchronized void seal() {
        active = null;
    }

    synchronized boolean isActive(Segment segment) {
        return segment == active;
    }

    /** More was written to the active segment. */
    synchronized void extend(Segment segment, long toBytes, long toNumber, long nowNanos, boolean isClaimed) {
        bytes += toBytes - segment.bytes;
        segment.bytes = toBytes;
        segment.end = toNumber;
        segment.writtenNanos = nowNanos;
        end = toNumber;
        if (isClaimed) {
            claimed = toNumber;
        }
    }

    /** Drops the oldest segments until there is room for one more, but for those of samples that are on their way. */
    synchronized void makeRoom(long segmentBytes, long maxBytes) {
        int oldest = onTheirWay();
        while (bytes - overBytes + segmentBytes > maxBytes && isWaiting(oldest)) {
            drop(oldest, LogLoss.SIZE);
        }
    }

    /** Drops segments to which nothing was written since a moment. */
    synchronized void expire(long beforeNanos) {
        int oldest = onTheirWay();
        while (isWaiting(oldest) && all.get(oldest).writtenNanos - beforeNanos < 0) {
            drop(oldest, LogLoss.AGE);
        }
    }

    /** How many of the oldest segments have samples that were read and not acknowledged: after a restart they are read again. */
    private int onTheirWay() {
        int count = 0;
        while (acknowledged < claimed && count < all.size() && all.get(count).first < claimed) {
            count++;
        }
        return count;
    }

    private boolean isWaiting(int place) {
        return place < all.size() && all.get(place) != active;
    }

    private void drop(int place, LogLoss why) {
        Segment dropped = all.remove(place);
        overBytes += dropped.bytes;
        over.add(dropped);
        lose(dropped.end, why);
    }

    private void endOldest() {
        Segment oldest = all.remove(0);
        overBytes += oldest.bytes;
        over.add(oldest);
    }

    synchronized boolean hasOver() {
        return !over.isEmpty();
    }

    /** Deletes the files of segments that are acknowledged or lost. What fails is done again the next time. */
    synchronized void deleteOver() throws IOException {
        while (!over.isEmpty()) {
            Segment oldest = over.get(0);
            Files.deleteIfExists(oldest.path);
            over.remove(0);
            bytes -= oldest.bytes;
            overBytes -= oldest.bytes;
        }
    }

    /** Gives up what was not claimed before a number. */
    synchronized void lose(long before, LogLoss why) {
        if (before > claimed) {
            long samples = before - claimed;
            Gap last = gaps.peekLast();
            boolean goesOn = last != null && last.to() == claimed;
            gaps.add(new Gap(goesOn ? gaps.removeLast().from() : claimed, before));
            claimed = before;
            lost += samples;
            if (why == LogLoss.DAMAGE) {
                damaged += samples;
            }
            listener.lost(why, samples, before);
            acknowledge(acknowledged);
        }
    }

    /** The segment that has the first sample that is not claimed; null when all are. */
    synchronized @Nullable Segment toRead() {
        if (claimed >= end) {
            return null;
        }
        for (int i = 0; i < all.size(); i++) {
            Segment segment = all.get(i);
            if (segment.end > claimed) {
                return segment;
            }
        }
        lose(end, LogLoss.DAMAGE);
        return null;
    }

    synchronized long bytesOf(Segment segment) {
        return segment.bytes;
    }

    synchronized long endOf(Segment segment) {
        return segment.end;
    }

    /**
     * The reader takes samples, unless they were lost since it has read them.
     *
     * @return how many of them were lost, from the first on
     */
    synchronized int claim(long first, int count) {
        int lost = (int) Math.max(0, Math.min(count, claimed - first));
        claimed = Math.max(claimed, first + count);
        return lost;
    }

    /** The receiver has all before this number. */
    synchronized void acknowledge(long before) {
        acknowledged = Math.max(acknowledged, before);
        // Behind what was acknowledged, what was lost needs no acknowledgement.
        for (Gap gap = gaps.peek(); gap != null && gap.from() <= acknowledged; gap = gaps.peek()) {
            acknowledged = Math.max(acknowledged, gap.to());
            gaps.remove();
        }
        while (!all.isEmpty() && all.get(0) != active && all.get(0).end <= acknowledged) {
            endOldest();
        }
    }

    synchronized boolean isAcknowledged(Segment segment) {
        return segment.end <= acknowledged;
    }

    synchronized long acknowledged() {
        return acknowledged;
    }

    synchronized long claimed() {
        return claimed;
    }

    synchronized long end() {
        return end;
    }

    /** Bytes of all files. */
    synchronized long bytes() {
        return bytes;
    }

    /** Samples that were lost, for any reason. */
    synchronized long lost() {
        return lost;
    }

    /** Samples that were lost to damage. */
    synchronized long damaged() {
        return damaged;
    }
}
