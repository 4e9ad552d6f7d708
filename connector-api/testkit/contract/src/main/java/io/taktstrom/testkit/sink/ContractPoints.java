package io.taktstrom.testkit.sink;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;

/** Points of no device, whose samples the contract makes itself. */
record ContractPoints(List<DataPoint> points, List<DataType> types) implements PointGroup {

    /** 2026-11-22T07:05:09.000000001Z: a nanosecond that no millisecond can tell. */
    static final long TIME = 1_795_331_109_000_000_001L;

    /** No source delivers two samples with one number. */
    private static final AtomicLong DELIVERED = new AtomicLong();

    static ContractPoints of(String name, DataType type) {
        return new ContractPoints(List.of(point(name, type)), List.of(type));
    }

    /** Points of type {@code DINT} that count. */
    static ContractPoints counters(String prefix, int count) {
        return new ContractPoints(
                IntStream.range(0, count)
                        .mapToObj(i -> point(prefix + i, ScalarType.DINT))
                        .toList(),
                Collections.nCopies(count, ScalarType.DINT));
    }

    private static DataPoint point(String name, DataType type) {
        return new DataPoint(name, "MAIN." + name, type, false, "Cel", Map.of("kind", "contract"));
    }

    @Override
    public DataType typeAt(int point) {
        return types.get(point);
    }

    @Override
    public int statusAt(int point) {
        return StatusCode.GOOD;
    }

    /** One sample of the first point: the next that the source of all of them delivers, a nanosecond after the one before. */
    SampleBatch sample(Object value) {
        long number = DELIVERED.getAndIncrement();
        SampleBatch batch = new SampleBatch(1, 1 << 16);
        batch.reset(this, TIME + number, number);
        Values.put(batch, 0, value);
        return batch;
    }

    /** So many samples of the points in turn that count on from here. */
    SampleBatch count(long from, int samples) {
        SampleBatch batch = new SampleBatch(samples, 0);
        batch.reset(this, TIME + from, from);
        for (int i = 0; i < samples; i++) {
            batch.add((int) ((from + i) % size()), TIME + from + i, StatusCode.GOOD, from + i);
        }
        return batch;
    }

    @Override
    public void close() {
        // Nothing to release.
    }
}
