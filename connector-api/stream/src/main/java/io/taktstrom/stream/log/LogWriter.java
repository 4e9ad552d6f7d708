package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import org.jspecify.annotations.Nullable;

/**
 * Writes samples behind those that are there. One thread. Hot: allocates when a segment begins, a group is new, or a unit is
 * larger than any before.
 *
 * <pre>
 *   begin    there is a segment to write to           fails: call it again
 *   append   into the buffer                          cannot fail
 *   commit   to the file, forced if it must be        fails: call it again, and the same bytes go to the same place,
 *                                                     or discard
 * </pre>
 */
final class LogWriter {

    private static final int RECORD_SAMPLES = 1024;
    private static final int RECORD_ARENA_BYTES = 1 << 16;
    private static final int FIRST_BUFFER_BYTES = 1 << 18;
    /** A number has two bytes, and one unit may bring some more. */
    private static final int MAX_GROUPS = 1 << 15;

    private static final int PROBE_BYTES = 1 << 16;
    private static final long DRAINED_NANOS = 1_000_000_000L;

    private final LogSettings settings;
    private final LogFiles files;
    private final EpochNanoClock clock;
    private final long logId;
    private final Segments segments;
    private final LogProgress progress;
    private final RecordHeader header;
    private final SampleColumns columns = new SampleColumns(RECORD_SAMPLES, RECORD_ARENA_BYTES);

    private ByteBuffer out = ByteBuffer.allocateDirect(FIRST_BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private @Nullable FileChannel channel;
    private @Nullable Segment active;
    private long activeSince;
    private long writtenAt;
    /** Number of the next sample to be appended. */
    private long next;

    private @Nullable PointGroup group;
    private int groupId;
    private int committedGroups;
    private boolean dirty;
    /** Whether the file may have more than was committed. */
    private boolean overhangs;

    LogWriter(
            LogSettings settings,
            LogFiles files,
            EpochNanoClock clock,
            long logId,
            Segments segments,
            LogProgress progress) {
        this.settings = settings;
        this.files = files;
        this.clock = clock;
        this.logId = logId;
        this.segments = segments;
        this.progress = progress;
        header = new RecordHeader(logId);
        next = segments.end();
    }

    void begin() throws IOException {
        long now = clock.nanoTime();
        Segment current = active;
        if (current != null && (current.bytes >= settings.segmentBytes() || current.groups.size() > MAX_GROUPS)) {
            seal();
        }
        segments.expire(now - settings.maxAge().toNanos());
        if (active == null) {
            segments.makeRoom(settings.segmentBytes(), settings.maxBytes());
            progress.deleteOver();
            open(now);
        } else {
            progress.deleteOver();
        }
        writtenAt = clock.epochNanos();
    }

    private void open(long now) throws IOException {
        Path path = Segment.path(segments.folder(), next);
        ByteBuffer begin = new SegmentHeader(
                        SegmentHeader.VERSION, logId, next, clock.epochNanos(), settings.identity())
                .encoded();
        int length = begin.remaining();
        FileChannel opened = files.open(path, true);
        try {
            while (begin.hasRemaining()) {
                opened.write(begin, begin.position());
            }
            LogFiles.forceFolder(segments.folder());
        } catch (IOException e) {
            opened.close();
            Files.deleteIfExists(path);
            throw e;
        }
        channel = opened;
        activeSince = now;
        group = null;
        committedGroups = 0;
        Segment segment = new Segment(path, next, next, length, now);
        active = segment;
        segments.activate(segment);
    }

    void append(SampleBatch batch) {
        PointGroup whose = batch.group();
        if (whose != group) {
            endRecord();
            groupId = numberOf(whose);
            group = whose;
        }
        if (batch.arenaUsed() == 0) {
            appendInline(batch);
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            boolean inline = whose.typeAt(batch.pointAt(i)).isInline();
            if (!columns.hasRoom(inline ? 0 : batch.lengthAt(i))) {
                endRecord();
            }
            columns.add(batch, i, inline);
        }
    }

    /** All columns at once; whose type a sample is does not matter when the arena has nothing. */
    private void appendInline(SampleBatch batch) {
        for (int i = 0; i < batch.size(); ) {
            if (!columns.hasRoom(0)) {
                endRecord();
            }
            i += columns.addInline(batch, i);
        }
    }

    private int numberOf(PointGroup whose) {
        List<@Nullable PointGroup> known = active().groups;
        synchronized (segments) {
            for (int i = known.size() - 1; i >= 0; i--) {
                if (known.get(i) == whose) {
                    return i;
                }
            }
            known.add(whose);
        }
        byte[] description = GroupCodec.encode(whose);
        int at = room(description.length);
        out.put(at + RecordHeader.BYTES, description);
        endRecord(at, RecordHeader.GROUP, 0, known.size() - 1, description.length, 0);
        return known.size() - 1;
    }

    private void endRecord() {
        int count = columns.count();
        if (count > 0) {
            int at = room(columns.maxBytes());
            int length = columns.write(out, at + RecordHeader.BYTES);
            endRecord(at, RecordHeader.SAMPLES, columns.flags(), groupId, length, count);
            next += count;
            columns.clear();
        }
    }

    /** Where in the buffer a record of at most this content can be written. */
    private int room(int contentBytes) {
        long needed = out.position() + RecordHeader.paddedBytes(contentBytes);
        if (needed > out.capacity()) {
            ByteBuffer larger = ByteBuffer.allocateDirect(Math.toIntExact(Math.max(needed, 2L * out.capacity())))
                    .order(ByteOrder.LITTLE_ENDIAN);
            out = larger.put(out.flip());
        }
        return out.position();
    }

    private void endRecord(int at, byte kind, int flags, int number, int length, int count) {
        header.write(out, at, active().bytes + at, kind, flags, number, length, count, next, writtenAt);
        int padded = (int) RecordHeader.paddedBytes(length);
        for (int i = RecordHeader.BYTES + length; i < padded; i++) {
            out.put(at + i, (byte) 0);
        }
        out.position(at + padded);
    }

    private Segment active() {
        Segment current = active;
        if (current == null) {
            throw new IllegalStateException("begin comes before append");
        }
        return current;
    }

    /** Number of the sample behind the unit, which is whole. */
    long endOfUnit() {
        endRecord();
        return next;
    }

    /**
     * Ends the unit.
     *
     * @param isClaimed whether a receiver is being sent them already: they are not for the reader
     * @return number of the sample behind them
     */
    long commit(boolean isClaimed) throws IOException {
        endRecord();
        Segment segment = active();
        FileChannel file = channel;
        if (file == null) {
            throw new IllegalStateException("no file is open");
        }
        int length = out.position();
        out.flip();
        overhangs = true;
        try {
            while (out.hasRemaining()) {
                file.write(out, segment.bytes + out.position());
            }
        } finally {
            // Whether it went well or not: the buffer still holds all of it.
            out.clear().position(length);
        }
        dirty = true;
        if (settings.sync().isZero()) {
            file.force(false);
            dirty = false;
            progress.durable(next);
        }
        segments.extend(segment, segment.bytes + length, next, clock.nanoTime(), isClaimed);
        overhangs = false;
        out.clear();
        committedGroups = segment.groups.size();
        return next;
    }

    /**
     * Forgets the unit: it goes elsewhere. A restart does not find what was written of it.
     *
     * @throws IOException when the disk does not let us cut that off; tried again with the next unit
     */
    void discard() throws IOException {
        out.clear();
        columns.clear();
        next = segments.end();
        group = null;
        Segment current = active;
        if (current != null) {
            synchronized (segments) {
                while (current.groups.size() > committedGroups) {
                    current.groups.remove(current.groups.size() - 1);
                }
            }
            cutOverhang(current);
        }
    }

    /**
     * What comes goes to another file: after a power cut this one may have the discarded bytes again, in place of others that were
     * written there since.
     */
    private void cutOverhang(Segment current) throws IOException {
        FileChannel file = channel;
        if (!overhangs || file == null || file.size() <= current.bytes) {
            return;
        }
        try {
            // What was committed before keeps its promise: the next force is for another file.
            seal();
        } catch (IOException e) {
            // The file is left all the same, as after every force that fails. The next one reports the disk.
        }
        if (current.end == current.first) {
            segments.remove(current);
            Files.deleteIfExists(current.path);
        }
    }

    /** Forces to the disk what was committed. */
    void force() throws IOException {
        FileChannel file = channel;
        if (dirty && file != null) {
            try {
                file.force(false);
            } catch (IOException e) {
                // What the system has forgotten of this file now it will not write later: what comes goes elsewhere.
                leave();
                throw e;
            }
            dirty = false;
            progress.durable(segments.end());
        }
    }

    /** Writes something and deletes it: fails while the disk is full. */
    void probe() throws IOException {
        Path path = segments.folder().resolve("probe");
        Files.deleteIfExists(path);
        try (FileChannel file = files.open(path, true)) {
            ByteBuffer zeros = ByteBuffer.allocate(PROBE_BYTES);
            while (zeros.hasRemaining()) {
                file.write(zeros, zeros.position());
            }
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /** Lets samples grow old, also where nothing comes. For between two units, about once a second. */
    void upkeep() throws IOException {
        long now = clock.nanoTime();
        Segment current = active;
        if (current != null && current.end > current.first) {
            boolean drained = segments.isAcknowledged(current) && now - current.writtenNanos >= DRAINED_NANOS;
            if (drained || now - activeSince >= settings.segmentNanos()) {
                seal();
            }
        }
        segments.expire(now - settings.maxAge().toNanos());
        deleteAcknowledged();
    }

    /** What was active when it was acknowledged goes now. */
    private void deleteAcknowledged() throws IOException {
        segments.acknowledge(segments.acknowledged());
        progress.deleteOver();
    }

    private void seal() throws IOException {
        force();
        leave();
    }

    private void leave() throws IOException {
        FileChannel file = channel;
        Segment left = active;
        boolean cut = overhangs;
        channel = null;
        active = null;
        dirty = false;
        overhangs = false;
        segments.seal();
        if (file != null) {
            try (file) {
                if (cut && left != null) {
                    file.truncate(left.bytes);
                }
            }
        }
    }

    /** Forces, and lets go of all files. */
    void close() throws IOException {
        try {
            force();
        } finally {
            leave();
            deleteAcknowledged();
        }
    }
}
