package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.RecordingObserver;
import io.taktstrom.testkit.TestUnit;

/** A sink with one stream, and what it told its observer. Plays the pipeline. One thread. */
public final class TestSink implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Sink sink;
    private final SinkInlet inlet;
    private final List<String> notices;
    private long number;

    private TestSink(Sink sink, List<String> notices) throws IOException {
        this.sink = sink;
        this.notices = notices;
        inlet = sink.inlet("all", List.of());
    }

    public static TestSink open(SinkProvider provider, Map<String, String> options) throws IOException {
        RecordingObserver observer = new RecordingObserver();
        Sink sink = provider.open(provider.descriptor().values("plant", options), observer.context("plant"));
        return new TestSink(sink, observer.notices());
    }

    /** Delivers a unit once. */
    public TestUnit publish(SampleBatch... batches) throws IOException {
        number++;
        return deliver(1, batches);
    }

    /** Something that is done in the midst of a unit. */
    @FunctionalInterface
    public interface Meanwhile {
        void happens() throws IOException;
    }

    /** Delivers a unit once, of which the last batch comes later. */
    public TestUnit publish(Meanwhile beforeTheLast, SampleBatch... batches) throws IOException {
        number++;
        return deliver(1, beforeTheLast, batches);
    }

    /** Delivers a unit until it is taken. */
    public TestUnit publishUntilTaken(SampleBatch... batches) throws IOException {
        number++;
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (int attempt = 1; ; attempt++) {
            try {
                return deliver(attempt, batches);
            } catch (IOException e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    /** Delivers the unit once more. */
    public TestUnit publishAgain(int attempt, SampleBatch... batches) throws IOException {
        return deliver(attempt, batches);
    }

    private TestUnit deliver(int attempt, SampleBatch... batches) throws IOException {
        return deliver(attempt, () -> {}, batches);
    }

    private TestUnit deliver(int attempt, Meanwhile beforeTheLast, SampleBatch... batches) throws IOException {
        TestUnit unit = new TestUnit(number, attempt);
        for (int i = 0; i < batches.length; i++) {
            boolean last = i == batches.length - 1;
            if (last) {
                beforeTheLast.happens();
            }
            inlet.publish(batches[i], unit.deliver(batches[i].size(), last));
        }
        return unit;
    }

    public SinkHealth health() {
        return sink.health();
    }

    public List<String> notices() {
        return notices;
    }

    @Override
    public void close() throws IOException {
        inlet.close();
        sink.close();
    }
}
