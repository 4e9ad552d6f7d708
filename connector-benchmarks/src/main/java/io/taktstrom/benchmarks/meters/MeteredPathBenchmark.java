package io.taktstrom.benchmarks.meters;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.meter.RequestMeter;
import io.taktstrom.stream.meter.StreamMeters;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedConnectionBuilder;
import io.taktstrom.stream.source.Scan;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A batch that a device pushes, through connection and pipeline to the sink's thread: without meters, and with all of them, read
 * ten times a second, far more often than anybody scrapes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MeteredPathBenchmark {

    private static final int SAMPLES = 100;
    private static final long SCRAPE_MILLIS = 100;
    private static final ScanClass SCAN =
            new ScanClass("pushed", ScanClass.Mode.NOTIFY, Duration.ofMillis(1), Duration.ZERO);

    @Param({"off", "on"})
    private String meters = "off";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ScheduledExecutorService scraper = Executors.newSingleThreadScheduledExecutor();
    private final PushedProvider device = new PushedProvider();
    private final SampleBatch batch = new SampleBatch(SAMPLES, 0);
    private double sum;
    private final Pipeline pipeline = Pipeline.to((delivered, endOfBatch) -> {
                for (int i = 0; i < delivered.size(); i++) {
                    sum += delivered.doubleAt(i);
                }
            })
            .named("benchmark")
            .start();
    private SampleSink into = batch -> {};
    private AutoCloseable source = () -> {};
    private double read;

    @Setup
    public void setUp() throws Exception {
        List<DataPoint> points =
                IntStream.range(0, SAMPLES).mapToObj(i -> DataPoint.of("v" + i)).toList();
        RequestMeter requests = new RequestMeter(EpochNanoClock.system(), message -> {});
        ManagedConnectionBuilder builder = ManagedConnection.to(
                        device, device.descriptor().endpoint("nowhere", 1, Map.of()))
                .named("benchmark")
                .scan(new Scan(SCAN, points, pipeline.inlet()));
        if (meters.equals("on")) {
            builder.observer(requests);
        }
        ManagedConnection connection = builder.start();
        SampleSink sink = device.sink();
        while (connection.state() != ManagedConnection.State.CONNECTED) {
            Thread.onSpinWait();
        }
        batch.reset(connection.current().resolve(points), 1, 0);
        for (int i = 0; i < SAMPLES; i++) {
            batch.addDouble(i, 1, StatusCode.GOOD, i);
        }
        if (meters.equals("on")) {
            new StreamMeters(registry).add("sink", pipeline).add(connection).add("benchmark", requests);
            var unused = scraper.scheduleAtFixedRate(this::scrape, SCRAPE_MILLIS, SCRAPE_MILLIS, TimeUnit.MILLISECONDS);
        }
        into = sink;
        source = connection;
    }

    private void scrape() {
        registry.getMeters().forEach(meter -> meter.measure().forEach(value -> read += value.getValue()));
    }

    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public void pushedThrough() {
        into.onSamples(batch);
    }

    /** Fails the run if the books do not balance. */
    @TearDown
    public void balance() throws Exception {
        scraper.shutdownNow();
        source.close();
        pipeline.close();
        if (!pipeline.accounting().isBalanced()) {
            throw new IllegalStateException("not balanced: " + pipeline.accounting());
        }
    }
}
