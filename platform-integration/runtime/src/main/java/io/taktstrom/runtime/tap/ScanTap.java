package io.taktstrom.runtime.tap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.Timings;
import org.jspecify.annotations.Nullable;

/**
 * The last sample of each point of a scan, as the device sent it. Hot: one thread writes, any thread reads; neither waits
 * for the other, and a sample allocates nothing.
 *
 * <pre>
 *   cell of a point:  | version | bits | status | source time | received at | (8 longs: a cache line)
 *                       odd while it is written; half of it is how many samples there were
 * </pre>
 */
public final class ScanTap implements AccountedSink {

    /** Of a string, an array or a structure; what is longer is shown in part, or not at all. */
    static final int MAX_IMAGE_BYTES = 4 << 10;

    private static final int SHIFT = 3;
    private static final int BITS = 1;
    private static final int STATUS = 2;
    private static final int SOURCE_TIME = 3;
    private static final int RECEIVED_AT = 4;
    /** The writer needs nanoseconds for a cell: who finds it written that often has lost its processor. */
    private static final int TRIES = 100;

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    private final ScanClass scanClass;
    private final List<PointConfig> points;
    private final List<String> pipelines;
    private final Timings latency;
    private final Timings gaps;
    private final long[] cells;
    private volatile @Nullable Images images;
    private final AtomicLong samples;
    private long lastAt = SampleBatch.NO_TIME;

    /** What the points' types need: for each the bytes of its value, none for what fits its bits. */
    private static final class Images {

        private final PointGroup group;
        private final byte[][] bytes;

        Images(PointGroup group) {
            this.group = group;
            bytes = new byte[group.size()][];
            for (int point = 0; point < bytes.length; point++) {
                DataType type = group.typeAt(point);
                bytes[point] = new byte[type.isInline() ? 0 : Math.min(MAX_IMAGE_BYTES, type.arenaBytes())];
            }
        }
    }

    /**
     * @param points in the order of the scan
     * @param pipelines the names of those that the samples go into
     * @param clock says which timings are recent
     */
    public ScanTap(ScanClass scanClass, List<PointConfig> points, List<String> pipelines, EpochNanoClock clock) {
        this.scanClass = scanClass;
        this.points = List.copyOf(points);
        this.pipelines = List.copyOf(pipelines);
        latency = new Timings(clock);
        gaps = new Timings(clock);
        cells = new long[this.points.size() << SHIFT];
        samples = new AtomicLong();
    }

    private ScanTap(ScanTap former, List<PointConfig> points, List<String> pipelines) {
        scanClass = former.scanClass;
        this.points = List.copyOf(points);
        this.pipelines = List.copyOf(pipelines);
        latency = former.latency;
        gaps = former.gaps;
        cells = former.cells;
        images = former.images;
        samples = former.samples;
        lastAt = former.lastAt;
    }

    /**
     * Takes over when the same samples are published in another way.
     *
     * @param now the same points in the same order
     */
    public ScanTap with(List<PointConfig> now, List<String> into) {
        return new ScanTap(this, now, into);
    }

    public ScanClass scanClass() {
        return scanClass;
    }

    /** In the order of the scan. */
    public List<PointConfig> points() {
        return points;
    }

    /** The names of the pipelines that the samples go into. */
    public List<String> pipelines() {
        return pipelines;
    }

    /** How many samples have come. */
    public long samples() {
        return samples.get();
    }

    /** From the device's time of the newest sample of a batch to ours: both clocks are in it. */
    public Timings latency() {
        return latency;
    }

    /** From one batch to the next. */
    public Timings gaps() {
        return gaps;
    }

    @Override
    public void onSamples(SampleBatch batch) {
        int size = batch.size();
        if (size == 0) {
            return;
        }
        Images now = images;
        if (now == null || now.group != batch.group()) {
            now = new Images(batch.group());
            images = now;
        }
        long receivedAt = batch.receivedAt();
        for (int i = 0; i < size; i++) {
            take(batch, i, receivedAt, now.bytes[batch.pointAt(i)]);
        }
        samples.lazySet(samples.get() + size);
        measure(receivedAt, batch.sourceTimeAt(size - 1));
    }

    private void take(SampleBatch batch, int i, long receivedAt, byte[] image) {
        int at = batch.pointAt(i) << SHIFT;
        long version = cells[at];
        CELL.setOpaque(cells, at, version + 1);
        VarHandle.storeStoreFence();
        cells[at + BITS] = batch.longAt(i);
        cells[at + STATUS] = batch.statusAt(i);
        cells[at + SOURCE_TIME] = batch.sourceTimeAt(i);
        cells[at + RECEIVED_AT] = receivedAt;
        if (image.length > 0) {
            batch.arena().get(batch.arenaOffsetAt(i), image, 0, Math.min(image.length, batch.lengthAt(i)));
        }
        CELL.setRelease(cells, at, version + 2);
    }

    private void measure(long receivedAt, long sourceTime) {
        if (receivedAt != SampleBatch.NO_TIME) {
            if (sourceTime != SampleBatch.NO_TIME) {
                latency.record(receivedAt - sourceTime);
            }
            if (lastAt != SampleBatch.NO_TIME) {
                gaps.record(receivedAt - lastAt);
            }
            lastAt = receivedAt;
        }
    }

    /** Nothing comes that could be shown. */
    @Override
    public void lose(DropReason reason, long lost) {
        // The streams account for it.
    }

    /**
     * Reads the last sample of a point.
     *
     * @return false when none has come yet, or when it is just being written again and again: what was read before stays then
     */
    public boolean read(int point, TapReading into) {
        int at = point << SHIFT;
        for (int i = 0; i < TRIES; i++) {
            long version = (long) CELL.getAcquire(cells, at);
            Images now = images;
            if (version == 0 || now == null) {
                return false;
            }
            if ((version & 1) == 0) {
                into.take(
                        now.group,
                        point,
                        cells[at + BITS],
                        (int) cells[at + STATUS],
                        cells[at + SOURCE_TIME],
                        cells[at + RECEIVED_AT],
                        now.bytes[point]);
                VarHandle.loadLoadFence();
                if ((long) CELL.getOpaque(cells, at) == version && images == now) {
                    into.setSamples(version >>> 1);
                    return true;
                }
            }
            Thread.onSpinWait();
        }
        return false;
    }
}
