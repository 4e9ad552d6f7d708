package io.taktstrom.stream.block;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Where the parts of a ring of samples are in the memory image of its structure.
 *
 * <pre>
 *  nHead      samples written so far, first of all       ULINT or UDINT; sample n is in slot n MOD length
 *  nFileTime  time of the newest sample, nHead - 1       or nDcTime, or tTime: see {@link Scale}
 *  nPeriod    nanoseconds from sample to sample
 *  aForce     one array of slots for each channel        of the same length, any names
 *  nNext      what nHead is about to become, last        written before the slots, as nHead is after them
 * </pre>
 *
 * <p>A copy of the structure from its start to its end, while the device goes on writing, gets the head of before
 * and the announcement of after. So all samples from {@code nNext - length} to {@code nHead} are whole.
 *
 * @param counter type of the two counts
 * @param length slots of each channel
 */
record DeviceRingLayout(
        int head,
        int next,
        ScalarType counter,
        Part period,
        Part time,
        Scale scale,
        List<Channel> channels,
        int length) {

    /** A scalar of the ring. */
    record Part(int offset, ScalarType type) {
        long bits(ByteBuffer image, int base) {
            return type.bits(image, base + offset);
        }
    }

    /** One array of the ring. */
    record Channel(String name, int offset, DataType element) {}

    /** How the device tells time. */
    enum Scale {
        /** 100 ns since 1601, as Windows and {@code F_GetSystemTime} have it. */
        FILE_TIME(100, -11_644_473_600L),
        /** Nanoseconds since 2000, as EtherCAT's distributed clocks have it. */
        DC_TIME(1, 946_684_800L),
        /** Nanoseconds since 1970. */
        EPOCH(1, 0);

        private final long nanosPerTick;
        private final long epochSeconds;

        Scale(long nanosPerTick, long epochSeconds) {
            this.nanosPerTick = nanosPerTick;
            this.epochSeconds = epochSeconds;
        }

        /** Epoch nanoseconds. Wraps around for times that those cannot say. */
        long toEpochNanos(long ticks) {
            return (ticks + epochSeconds * (1_000_000_000L / nanosPerTick)) * nanosPerTick;
        }
    }

    /** @throws IllegalArgumentException when the structure is not a ring; the message says what it lacks */
    static DeviceRingLayout of(StructType type) {
        StructType.Field head = require(type, "nHead", "the number of samples written so far, ULINT or UDINT");
        StructType.Field next = require(type, "nNext", "what nHead is about to become, of the same type");
        StructType.Field period = require(type, "nPeriod", "the nanoseconds between two samples");
        List<Channel> channels = new ArrayList<>();
        int length = 0;
        for (StructType.Field field : type.fields()) {
            if (field.type() instanceof ArrayType array) {
                length = channels.isEmpty() ? array.count() : length;
                if (array.bounds().size() > 1 || array.count() != length) {
                    throw new IllegalArgumentException(type.name() + "." + field.name() + " is " + array.text()
                            + "; the arrays of a ring have one dimension and the same length");
                }
                channels.add(new Channel(field.name(), field.offset(), array.element()));
                if (field.offset() < head.offset() || field.offset() > next.offset()) {
                    throw new IllegalArgumentException(type.name() + "." + field.name()
                            + ": the arrays of a ring lie between nHead, the first member, and nNext, the last one");
                }
            }
        }
        if (channels.isEmpty()) {
            throw new IllegalArgumentException(type.name() + " has no array of samples");
        }
        ScalarType counter = counter(type, head, next, length);
        Scale scale = type.field("nFileTime") != null
                ? Scale.FILE_TIME
                : type.field("nDcTime") != null ? Scale.DC_TIME : Scale.EPOCH;
        String timeName = scale == Scale.FILE_TIME ? "nFileTime" : scale == Scale.DC_TIME ? "nDcTime" : "tTime";
        StructType.Field time =
                require(type, timeName, "the time of the newest sample: nFileTime, nDcTime, or tTime : LDT");
        return new DeviceRingLayout(
                head.offset(),
                next.offset(),
                counter,
                integer(type, period, 4),
                integer(type, time, 8),
                scale,
                List.copyOf(channels),
                length);
    }

    private static ScalarType counter(StructType type, StructType.Field head, StructType.Field next, int length) {
        ScalarType counter = integer(type, head, 4).type();
        if (next.type() != head.type()) {
            throw new IllegalArgumentException(type.name() + ": nHead is "
                    + head.type().text() + " and nNext " + next.type().text() + "; make them the same");
        }
        if (counter.imageBytes() == 4 && Integer.bitCount(length) != 1) {
            throw new IllegalArgumentException(type.name() + ": nHead is " + counter.text()
                    + " and wraps around in the middle of a ring of " + length
                    + "; make it ULINT, or the length a power of two");
        }
        return counter;
    }

    private static StructType.Field require(StructType type, String name, String what) {
        StructType.Field field = type.field(name);
        if (field == null) {
            throw new IllegalArgumentException(
                    type.name() + " is not a ring of samples: it lacks " + name + ", " + what);
        }
        return field;
    }

    private static Part integer(StructType type, StructType.Field field, int leastBytes) {
        if (field.type() instanceof ScalarType scalar
                && scalar.imageBytes() >= leastBytes
                && scalar.kind() != ScalarType.Kind.FLOAT) {
            return new Part(field.offset(), scalar);
        }
        throw new IllegalArgumentException(type.name() + "." + field.name() + " is "
                + field.type().text() + "; it must be an integer of " + leastBytes + " bytes or more");
    }

    /** The channel of this name, case does not matter; null when there is none. */
    @Nullable
    Channel channel(String name) {
        for (Channel channel : channels) {
            if (channel.name().equalsIgnoreCase(name)) {
                return channel;
            }
        }
        return null;
    }

    long headOf(ByteBuffer image, int base) {
        return counter.bits(image, base + head);
    }

    /** How far the device had got beyond the head, at most, when the copy ended. */
    long aheadOf(ByteBuffer image, int base) {
        return distance(headOf(image, base), counter.bits(image, base + next));
    }

    /** From one count to another; modulo 2^32 for a counter of 32 bits. */
    long distance(long from, long to) {
        return counter.imageBytes() == 4 ? (to - from) & 0xFFFF_FFFFL : to - from;
    }

    /** Where sample {@code number} of a channel is. */
    int slot(Channel channel, long number) {
        return channel.offset()
                + (int) Math.floorMod(number, (long) length) * channel.element().imageBytes();
    }
}
