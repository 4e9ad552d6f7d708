package io.taktstrom.benchmarks.meters;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.benchmarks.worker.Worker;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.meter.RequestMeter;
import io.taktstrom.stream.meter.StreamMeters;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedConnectionBuilder;
import io.taktstrom.stream.source.Scan;

/**
 * A batch that a device pushes, through connection and pipeline to the sink's thread: without meters, or with all of them, which are
 * read ten times a second while batches come, far more often than anybody scrapes.
 */
final class MeteredPath implements Operation {

    static final int SAMPLES = 100;

    private static final long SCRAPE_MILLIS = 100;
    private static final long LOOK_NANOS = 50_000;
    private static final ScanClass SCAN =
            new ScanClass("pushed", ScanClass.Mode.NOTIFY, Duration.ofMillis(1), Duration.ZERO);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ScheduledExecutorService scraper = Executors.newSingleThreadScheduledExecutor();
    private final SampleBatch batch = new SampleBatch(SAMPLES, 0);
    private final Pipeline pipeline;
    private final ManagedConnection connection;
    private final SampleSink into;
    private volatile boolean pushing;
    private double sum;
    private double read;

    private MeteredPath(boolean metered) throws ConnectorException {
        List<DataPoint> points =
                IntStream.range(0, SAMPLES).mapToObj(i -> DataPoint.of("v" + i)).toList();
        pipeline = Pipeline.to((delivered, endOfBatch) -> {
                    for (int i = 0; i < delivered.size(); i++) {
                        sum += delivered.doubleAt(i);
                    }
                })
                .named("benchmark")
                .start();
        PushedProvider device = new PushedProvider();
        RequestMeter requests = new RequestMeter(EpochNanoClock.system(), message -> {});
        ManagedConnectionBuilder builder = ManagedConnection.to(
                        device, device.descriptor().endpoint("nowhere", 1, Map.of()))
                .named("benchmark")
                .scan(new Scan(SCAN, points, pipeline.inlet()));
        if (metered) {
            builder.observer(requests);
        }
        connection = builder.start();
        into = device.sink();
        while (connection.state() != ConnectionState.CONNECTED) {
            Thread.onSpinWait();
        }
        batch.reset(connection.current().resolve(points), 1, 0);
        for (int i = 0; i < SAMPLES; i++) {
            batch.addDouble(i, 1, StatusCode.GOOD, i);
        }
        if (metered) {
            new StreamMeters(registry).add("sink", pipeline).add(connection).add("benchmark", requests);
            var unused = scraper.scheduleAtFixedRate(this::scrape, SCRAPE_MILLIS, SCRAPE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Serves slices of the path without meters as contender 0, and of the one with them as contender 1. */
    public static void main(String[] args) throws Exception {
        Worker.serve(new MeteredPath(false), new MeteredPath(true));
    }

    /** The other path must not pay for it. */
    private void scrape() {
        if (pushing) {
            registry.getMeters().forEach(meter -> meter.measure().forEach(value -> read += value.getValue()));
        }
    }

    @Override
    public void once() {
        pushing = true;
        into.onSamples(batch);
    }

    @Override
    public void settle() {
        pushing = false;
        while (pipeline.accounting().buffered() > 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Fails the run if the accounting does not balance. */
    @Override
    public void close() throws IOException {
        scraper.shutdownNow();
        connection.close();
        pipeline.close();
        if (!pipeline.accounting().isBalanced()) {
            throw new IOException("not balanced: " + pipeline.accounting());
        }
    }
}
