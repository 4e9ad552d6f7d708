package io.taktstrom.stream.block;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;

/** A ring as a device's task writes it, step by step, and copies of it as a reader gets them. */
final class TestRing {

    static final long PERIOD = 10_000;
    static final long START = 1_700_000_000_000_000_000L;

    private static final long FILE_TIME_OF_1970 = 116_444_736_000_000_000L;

    final StructType type;
    final DeviceRingLayout layout;
    final ByteBuffer memory;
    private final boolean wide;
    /** Samples written, also those before the counter was reset. */
    long written;

    private long pauses;

    TestRing(ScalarType counter, int length) {
        wide = counter.imageBytes() == 8;
        int slots = 24;
        type = new StructType(
                "ST_Ring",
                List.of(
                        new StructType.Field("nHead", counter, 0),
                        new StructType.Field("nFileTime", ScalarType.ULINT, 8),
                        new StructType.Field("nPeriod", ScalarType.UDINT, 16),
                        new StructType.Field("aValue", ArrayType.of(ScalarType.UDINT, length), slots),
                        new StructType.Field("nNext", counter, slots + 4 * length)),
                slots + 4 * length + 8);
        layout = DeviceRingLayout.of(type);
        memory = ByteBuffer.allocate(type.imageBytes()).order(ByteOrder.LITTLE_ENDIAN);
        memory.putInt(16, (int) PERIOD);
    }

    /** First step of the task: says how far it will go. */
    void announce(int samples) {
        put(layout.next(), head() + samples);
    }

    /** Second step: some of the samples. Their value is their number. */
    void write(int first, int count) {
        for (int i = first; i < first + count; i++) {
            long number = head() + i;
            memory.putInt(layout.slot(layout.channels().get(0), number), (int) number);
        }
    }

    /** Last step. */
    void commit(int samples) {
        written += samples;
        memory.putLong(8, (START + (written - 1) * PERIOD + pauses) / 100 + FILE_TIME_OF_1970);
        put(layout.head(), head() + samples);
    }

    void add(int samples) {
        announce(samples);
        write(0, samples);
        commit(samples);
    }

    /** The device stands still. */
    void pause(long nanos) {
        pauses += nanos;
    }

    void set(long count) {
        put(layout.head(), count);
        put(layout.next(), count);
    }

    long head() {
        return layout.headOf(memory, 0);
    }

    private void put(int offset, long count) {
        if (wide) {
            memory.putLong(offset, count);
        } else {
            memory.putInt(offset, (int) count);
        }
    }

    /** The bytes as they are from {@code first} to {@code end}. */
    void copy(ByteBuffer into, int first, int end) {
        into.put(first, memory, first, end - first);
    }

    ByteBuffer copy() {
        ByteBuffer image = newImage();
        copy(image, 0, memory.capacity());
        return image;
    }

    ByteBuffer newImage() {
        return ByteBuffer.allocate(memory.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    }

    int valueAt(ByteBuffer image, long number) {
        return image.getInt(layout.slot(layout.channels().get(0), number));
    }
}
