package io.taktstrom.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import io.taktstrom.model.DataType;
import io.taktstrom.model.StringType;
import org.jspecify.annotations.Nullable;

/**
 * Many samples in columns, reused for ever. Hot: allocates nothing after construction, but for {@link #textAt}.
 *
 * <p>A sample has a point (index in the {@link PointGroup}), a status, a source time and a value. The value of a scalar
 * or an enumeration is 64 bits (see {@code ScalarType}); that of a string is UTF-8, that of an array or a structure its
 * memory image, both in the arena. A sample with a Bad status need not have a value.
 *
 * <pre>{@code
 * for (int i = 0; i < batch.size(); i++) {
 *     DataPoint point = batch.group().points().get(batch.pointAt(i));
 *     if (StatusCode.isGood(batch.statusAt(i))) {
 *         double value = batch.doubleAt(i);           // of a REAL or LREAL; Values.get(batch, i) for any type, as an object
 *         long time = batch.sourceTimeAt(i);          // epoch nanoseconds, or NO_TIME
 *     }
 * }
 * }</pre>
 *
 * <p>Not thread-safe. Its maker owns the batch; others see it during a call only.
 */
public final class SampleBatch {

    /** A sample without a time of its own. */
    public static final long NO_TIME = Long.MIN_VALUE;

    private final int[] point;
    private final int[] status;
    private final long[] sourceTime;
    private final long[] bits;
    private final ByteBuffer arena;

    private @Nullable PointGroup group;
    private long receivedAt = NO_TIME;
    private long sequence;
    /** Place of the first sample in the columns; 0 but for a view. */
    private int base;

    private int size;
    private int arenaUsed;
    private final boolean isView;

    /**
     * @param capacity most samples, at least 1
     * @param arenaBytes most bytes of strings, arrays and structures together
     */
    public SampleBatch(int capacity, int arenaBytes) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a batch needs room for a sample, not " + capacity);
        }
        point = new int[capacity];
        status = new int[capacity];
        sourceTime = new long[capacity];
        bits = new long[capacity];
        arena = ByteBuffer.allocate(arenaBytes).order(ByteOrder.LITTLE_ENDIAN);
        isView = false;
    }

    private SampleBatch(int[] points, int[] statuses, long[] sourceTimes, long[] values, ByteBuffer bytes) {
        point = points;
        status = statuses;
        sourceTime = sourceTimes;
        bits = values;
        arena = bytes.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
        isView = true;
    }

    /**
     * A view of samples that the caller keeps in columns of its own: it shows nothing until {@link #show} says what, and
     * nothing can be added to it.
     *
     * @param bytes strings, arrays and structures; its array is read, from 0
     */
    public static SampleBatch view(int[] points, int[] statuses, long[] sourceTimes, long[] values, ByteBuffer bytes) {
        return new SampleBatch(points, statuses, sourceTimes, values, bytes);
    }

    /**
     * Has a {@linkplain #view view} show other samples of its columns. What it shows must not change while it is read.
     *
     * @param newGroup what the points' indices refer to
     * @param receivedAtNanos when we got the samples, epoch nanoseconds, or {@link #NO_TIME}
     * @param firstSequence number of the first sample among all that its source has delivered, from 0
     * @param from place of the first sample
     * @param arenaBytes of these samples, all together
     */
    public void show(
            PointGroup newGroup, long receivedAtNanos, long firstSequence, int from, int count, int arenaBytes) {
        if (!isView) {
            throw new IllegalStateException("not a view");
        }
        Objects.checkFromIndexSize(from, count, point.length);
        group = newGroup;
        receivedAt = receivedAtNanos;
        sequence = firstSequence;
        base = from;
        size = count;
        arenaUsed = arenaBytes;
    }

    /**
     * Empties the batch for new samples.
     *
     * @param newGroup what the points' indices refer to
     * @param receivedAtNanos when we got the samples, epoch nanoseconds, or {@link #NO_TIME}
     * @param firstSequence number of the first sample among all that its source has delivered, from 0
     */
    public void reset(PointGroup newGroup, long receivedAtNanos, long firstSequence) {
        group = newGroup;
        receivedAt = receivedAtNanos;
        sequence = firstSequence;
        size = 0;
        arenaUsed = 0;
    }

    /**
     * Assigns the samples to another group, and keeps them: for stages between a source that comes and goes
     * under a group and a numbering that stay.
     *
     * @param newGroup has the same points with the same types
     * @param firstSequence number of the first sample among all that the new source has delivered, from 0
     */
    public void reassign(PointGroup newGroup, long firstSequence) {
        group = newGroup;
        sequence = firstSequence;
    }

    /** Says when we got the samples, for those that fill the batch before they know; epoch nanoseconds. */
    public void setReceivedAt(long receivedAtNanos) {
        receivedAt = receivedAtNanos;
    }

    /** Removes the samples and keeps all else. */
    public void clear() {
        size = 0;
        arenaUsed = 0;
    }

    /** Whether a sample with that many arena bytes still fits. */
    public boolean hasRoom(int arenaBytes) {
        return size < capacity() && arenaBytes <= arena.capacity() - arenaUsed;
    }

    /**
     * Adds a scalar or an enumeration.
     *
     * @throws IllegalStateException when the batch or, for the methods below, its arena is full; it stays as it is
     */
    public void add(int pointIndex, long sourceTimeNanos, int statusCode, long valueBits) {
        requireSample();
        int i = size;
        point[i] = pointIndex;
        sourceTime[i] = sourceTimeNanos;
        status[i] = statusCode;
        bits[i] = valueBits;
        size = i + 1;
    }

    /** Adds a {@code REAL} or {@code LREAL}. */
    public void addDouble(int pointIndex, long sourceTimeNanos, int statusCode, double value) {
        add(pointIndex, sourceTimeNanos, statusCode, Double.doubleToRawLongBits(value));
    }

    /** Adds a sample that has a status and no value. */
    public void addBad(int pointIndex, long sourceTimeNanos, int statusCode) {
        add(pointIndex, sourceTimeNanos, statusCode, 0);
    }

    /** Adds a string (UTF-8), an array or a structure (memory image) from a buffer; position and limit stay. */
    public void addBytes(
            int pointIndex, long sourceTimeNanos, int statusCode, ByteBuffer source, int offset, int length) {
        requireSample();
        int start = arenaUsed;
        if (length > arena.capacity() - start) {
            throw arenaFull(length + " bytes");
        }
        arena.put(start, source, offset, length);
        arenaUsed = start + length;
        add(pointIndex, sourceTimeNanos, statusCode, ((long) start << 32) | length);
    }

    /**
     * Adds a string in the device's encoding as UTF-8: the code units before the first zero, at most the type's. What is no
     * character becomes U+FFFD.
     *
     * @param imageBytes how much of the image may be read
     */
    public void addString(
            int pointIndex,
            long sourceTimeNanos,
            int statusCode,
            StringType type,
            ByteBuffer image,
            int offset,
            int imageBytes) {
        requireSample();
        Objects.checkFromIndexSize(offset, imageBytes, image.limit());
        int start = arenaUsed;
        int length;
        try {
            length = Text.toUtf8(type, image, offset, imageBytes, arena, start);
        } catch (IndexOutOfBoundsException e) {
            throw arenaFull(type.text());
        }
        arenaUsed = start + length;
        add(pointIndex, sourceTimeNanos, statusCode, ((long) start << 32) | length);
    }

    /** Adds a string. Allocates: for configuration and tests, not for the hot path. */
    public void addText(int pointIndex, long sourceTimeNanos, int statusCode, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        addBytes(pointIndex, sourceTimeNanos, statusCode, ByteBuffer.wrap(utf8), 0, utf8.length);
    }

    /** Adds sample {@code i} of another batch as it is. */
    public void addFrom(SampleBatch other, int i, DataType type) {
        if (type.isInline()) {
            add(other.pointAt(i), other.sourceTimeAt(i), other.statusAt(i), other.longAt(i));
        } else {
            addBytes(
                    other.pointAt(i),
                    other.sourceTimeAt(i),
                    other.statusAt(i),
                    other.arena,
                    other.arenaOffsetAt(i),
                    other.lengthAt(i));
        }
    }

    private void requireSample() {
        if (size == capacity()) {
            throw new IllegalStateException("batch is full at " + size + " samples");
        }
    }

    private IllegalStateException arenaFull(String wanted) {
        return new IllegalStateException("batch arena is full: " + wanted + " wanted, " + (arena.capacity() - arenaUsed)
                + " of " + arena.capacity() + " left");
    }

    /** Makes this batch equal to another; this one's capacity must suffice. */
    public void copyFrom(SampleBatch other) {
        if (isView || other.size > point.length || other.arenaUsed > arena.capacity()) {
            throw new IllegalStateException("batch of " + point.length + " samples and " + arena.capacity()
                    + " arena bytes cannot hold " + other.size + " samples and " + other.arenaUsed + " bytes");
        }
        group = other.group;
        receivedAt = other.receivedAt;
        sequence = other.sequence;
        if (other.isView && other.arenaUsed > 0) {
            copySamples(other);
            return;
        }
        size = other.size;
        arenaUsed = other.arenaUsed;
        other.copyColumns(0, size, point, status, sourceTime, bits, 0);
        arena.put(0, other.arena, 0, arenaUsed);
    }

    /** One by one: the bytes of a view lie anywhere in its arena. */
    private void copySamples(SampleBatch view) {
        clear();
        PointGroup whose = group();
        for (int i = 0; i < view.size; i++) {
            addFrom(view, i, whose.typeAt(view.pointAt(i)));
        }
    }

    /**
     * Copies columns of some samples, for storage in columns. What is in the arena stays there.
     *
     * @param from the first sample
     * @param at where in each of the columns it goes
     */
    public void copyColumns(
            int from, int count, int[] points, int[] statuses, long[] sourceTimes, long[] values, int at) {
        Objects.checkFromIndexSize(from, count, size);
        int first = base + from;
        System.arraycopy(point, first, points, at, count);
        System.arraycopy(status, first, statuses, at, count);
        System.arraycopy(sourceTime, first, sourceTimes, at, count);
        System.arraycopy(bits, first, values, at, count);
    }

    /** What the points' indices refer to. */
    public PointGroup group() {
        PointGroup current = group;
        if (current == null) {
            throw new IllegalStateException("reset the batch before its first use");
        }
        return current;
    }

    /** When we got the samples, epoch nanoseconds, or {@link #NO_TIME}. */
    public long receivedAt() {
        return receivedAt;
    }

    /** Number of the first sample among all that its source has delivered, from 0. */
    public long sequence() {
        return sequence;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Most samples that fit. */
    public int capacity() {
        return isView ? size : point.length;
    }

    /** Most arena bytes that fit. */
    public int arenaCapacity() {
        return arena.capacity();
    }

    /** Arena bytes in use; in a view those of its samples. */
    public int arenaUsed() {
        return arenaUsed;
    }

    public int pointAt(int i) {
        return point[base + i];
    }

    public int statusAt(int i) {
        return status[base + i];
    }

    /** Marks a sample, for example with {@link StatusCode#withOverflow}. */
    public void setStatusAt(int i, int statusCode) {
        status[base + i] = statusCode;
    }

    /** The device's time of the value, epoch nanoseconds, or {@link #NO_TIME}. */
    public long sourceTimeAt(int i) {
        return sourceTime[base + i];
    }

    /** The value's 64 bits; for integers, booleans, enumerations and times the value itself. */
    public long longAt(int i) {
        return bits[base + i];
    }

    /** The value of a {@code REAL} or {@code LREAL}. */
    public double doubleAt(int i) {
        return Double.longBitsToDouble(bits[base + i]);
    }

    /** Where a string, an array or a structure starts in {@link #arena}. */
    public int arenaOffsetAt(int i) {
        return (int) (bits[base + i] >>> 32);
    }

    /** Bytes of a string, an array or a structure. */
    public int lengthAt(int i) {
        return (int) bits[base + i];
    }

    /** Strings, arrays and structures, little-endian, at absolute positions; to be changed only while the batch is filled. */
    public ByteBuffer arena() {
        return arena;
    }

    /** A string's text. Allocates. */
    public String textAt(int i) {
        return new String(arena.array(), arenaOffsetAt(i), lengthAt(i), StandardCharsets.UTF_8);
    }
}
