package io.taktstrom.ads.simulator.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.simulation.MovingBytes;

/**
 * What a PLC's task does to fill a ring of samples, see {@code docs/how-to/sample-faster-than-20-khz.md}: in each cycle it
 * says how far it will get ({@code nNext}), writes the samples, and says how far it got ({@code nHead}). Its state is in
 * the PLC's memory alone, as that of the real program. Each sample's value is its number.
 */
public final class RingWriter implements MovingBytes {

    private static final long FILE_TIME_OF_2000 = 125_911_584_000_000_000L;
    private static final long NANOS_PER_TICK = 100;

    private record Channel(int offset, ScalarType element) {}

    private final ByteBuffer memory;
    private final int offset;
    private final int bytes;
    private final int head;
    private final int next;
    private final int period;
    private final int time;
    private final boolean wideCounter;
    private final boolean fileTime;
    private final List<Channel> channels = new ArrayList<>();
    private final int length;
    private final int samplesPerCycle;
    private final long periodNanos;
    private final LongSupplier now;

    private long lastCycle;
    private boolean stalled;
    private int tears;
    private int cuts;

    /** @param now FILETIME of the current cycle */
    public RingWriter(
            String name,
            ByteBuffer memory,
            int offset,
            PlcType type,
            int samplesPerCycle,
            long cycleNanos,
            LongSupplier now) {
        if (!(type.image() instanceof StructType struct)) {
            throw new IllegalArgumentException(name + " is a " + type.name() + "; a ring is a structure");
        }
        this.memory = memory;
        this.offset = offset;
        this.bytes = struct.imageBytes();
        this.samplesPerCycle = samplesPerCycle;
        this.periodNanos = cycleNanos / samplesPerCycle;
        this.now = now;
        StructType.Field counter = member(name, struct, "nHead", ScalarType.ULINT, ScalarType.UDINT);
        wideCounter = counter.type() == ScalarType.ULINT;
        head = offset + counter.offset();
        next = offset + member(name, struct, "nNext", counter.type()).offset();
        period = offset + member(name, struct, "nPeriod", ScalarType.UDINT).offset();
        fileTime = struct.field("nFileTime") != null;
        time = offset
                + member(name, struct, fileTime ? "nFileTime" : "nDcTime", ScalarType.ULINT)
                        .offset();
        int slots = 0;
        for (StructType.Field field : struct.fields()) {
            if (field.type() instanceof ArrayType array) {
                if (!(array.element() instanceof ScalarType element) || (slots != 0 && slots != array.count())) {
                    throw new IllegalArgumentException(
                            name + "." + field.name() + ": a ring has arrays of numbers, all of the same length");
                }
                slots = array.count();
                channels.add(new Channel(offset + field.offset(), element));
            }
        }
        if (slots == 0) {
            throw new IllegalArgumentException(name + ": a ring needs an array");
        }
        length = slots;
    }

    private static StructType.Field member(String ring, StructType struct, String name, DataType... types) {
        StructType.Field field = struct.field(name);
        if (field == null || !List.of(types).contains(field.type())) {
            throw new IllegalArgumentException(ring + ": a ring needs a member " + name + " : " + types[0].text());
        }
        return field;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int bytes() {
        return bytes;
    }

    /** The program was loaded, or changed, in this cycle. */
    public void begin(long cycle) {
        lastCycle = cycle;
    }

    public void takeOver(RingWriter old) {
        stalled = old.stalled;
        tears = old.tears;
    }

    public void setStalled(boolean on) {
        stalled = on;
    }

    /** So many of the next reads see the task at work. */
    public void tear(int times) {
        tears = times;
    }

    @Override
    public void refresh(long cycle) {
        long cycles = cycle - lastCycle;
        if (cycles > 0) {
            lastCycle = cycle;
            if (!stalled) {
                write(cycles * samplesPerCycle);
            }
        }
    }

    @Override
    public int cut(int readBytes, long cycle) {
        if (tears == 0 || stalled || cycle <= lastCycle) {
            return 0;
        }
        tears--;
        cuts++;
        // Anywhere, but not inside of a number: memory is copied in words.
        return (int) ((long) readBytes * (1 + cuts % 7) / 8) / 8 * 8;
    }

    /** Writes samples as one cycle of the task. */
    public void write(long samples) {
        long from = counter(head);
        long to = from + samples;
        putCounter(next, to);
        for (long number = Math.max(from, to - length); number < to; number++) {
            int slot = (int) Math.floorMod(number, (long) length);
            for (int i = 0; i < channels.size(); i++) {
                ScalarType element = channels.get(i).element();
                element.putBits(memory, channels.get(i).offset() + slot * element.imageBytes(), bits(element, number));
            }
        }
        long ticks = now.getAsLong();
        memory.putLong(time, fileTime ? ticks : (ticks - FILE_TIME_OF_2000) * NANOS_PER_TICK);
        memory.putInt(period, (int) periodNanos);
        putCounter(head, to);
    }

    /** The task has forgotten everything. */
    public void restart() {
        putCounter(head, 0);
        putCounter(next, 0);
    }

    private static long bits(ScalarType element, long number) {
        return element.kind() == ScalarType.Kind.FLOAT ? Double.doubleToRawLongBits((double) number) : number;
    }

    private long counter(int at) {
        return wideCounter ? memory.getLong(at) : memory.getInt(at) & 0xFFFF_FFFFL;
    }

    private void putCounter(int at, long value) {
        if (wideCounter) {
            memory.putLong(at, value);
        } else {
            memory.putInt(at, (int) value);
        }
    }
}
