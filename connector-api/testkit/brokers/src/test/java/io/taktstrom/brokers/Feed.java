package io.taktstrom.brokers;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.TestUnit;

/** A stream of points that count, into a sink of its own. One thread. */
public final class Feed implements AutoCloseable {

    /** Of the first sample of a batch, when it came and at its source. */
    public static final long TIME = 1_795_331_109_000_000_001L;

    private final Sink sink;
    private final SinkInlet inlet;
    private final Map<Integer, String> refused = new TreeMap<>();
    private long number;
    private int attempt;

    /** Opens a sink and a stream {@code all} into it. */
    public Feed(SinkProvider provider, Map<String, String> options) throws IOException {
        sink = provider.open(provider.descriptor().values("test", options), SinkContext.standard("test"));
        inlet = sink.inlet("all", List.of());
    }

    /** Some points of a type, as if devices had them. */
    public record Points(List<DataPoint> points, List<DataType> types) implements PointGroup {

        /**
         * Points of one type.
         *
         * @param names {@code connection.point}
         */
        public static Points of(DataType type, String... names) {
            return new Points(
                    List.of(names).stream()
                            .map(name -> new DataPoint(
                                    name, name, type, false, "Cel", Map.of(), name.substring(0, name.indexOf('.'))))
                            .toList(),
                    Collections.nCopies(names.length, type));
        }

        @Override
        public DataType typeAt(int point) {
            return types.get(point);
        }

        @Override
        public int statusAt(int point) {
            return StatusCode.GOOD;
        }

        @Override
        public void close() {
            // Holds nothing.
        }
    }

    /** Samples of points in turn, with values from here on. */
    public static SampleBatch count(long from, int samples, String... points) {
        SampleBatch batch = new SampleBatch(samples, 0);
        batch.reset(Points.of(ScalarType.DINT, points), TIME, from);
        IntStream.range(0, samples).forEach(i -> batch.add(i % points.length, TIME + i, StatusCode.GOOD, from + i));
        return batch;
    }

    /** One sample of a point that is a text. */
    public static SampleBatch text(String point, DataType type, String value) {
        SampleBatch batch = new SampleBatch(1, 1 << 20);
        batch.reset(Points.of(type, point), TIME, 0);
        Values.put(batch, 0, value);
        return batch;
    }

    /** A new unit, once. */
    public void publish(SampleBatch... batches) throws IOException {
        number++;
        attempt = 0;
        publishAgain(batches);
    }

    /** The same unit, once more. */
    public void publishAgain(SampleBatch... batches) throws IOException {
        TestUnit unit = new TestUnit(number, ++attempt);
        for (int i = 0; i < batches.length; i++) {
            inlet.publish(batches[i], unit.deliver(batches[i].size(), i == batches.length - 1));
        }
        refused.putAll(unit.refused());
    }

    /** The same unit until it is taken; returns how often it failed. */
    public int publishUntilTaken(Duration limit, SampleBatch... batches) throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        for (int failures = 0; ; failures++) {
            try {
                publishAgain(batches);
                return failures;
            } catch (IOException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    /** Reasons by the place in its unit. */
    public Map<Integer, String> refused() {
        return refused;
    }

    public Sink sink() {
        return sink;
    }

    @Override
    public void close() throws IOException {
        inlet.close();
        sink.close();
    }
}
