package io.taktstrom.benchmarks.micro;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.taktstrom.benchmarks.worker.Doubles;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.runtime.tap.TapReading;
import io.taktstrom.stream.FixedGroup;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a page costs a sample: a batch of 10,000 points into a tap; and what it costs the page to look at one. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PageTapBenchmark {

    private static final int POINTS = 10_000;

    private final FixedGroup group = Doubles.of(POINTS);
    private final ScanTap tap = new ScanTap(
            new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(1), Duration.ZERO),
            IntStream.range(0, POINTS)
                    .mapToObj(i -> PointConfig.of(DataPoint.of("v" + i), "plc", "fast"))
                    .toList(),
            List.of("all.file"),
            EpochNanoClock.system());
    private final SampleBatch batch = filled();
    private final TapReading reading = new TapReading();

    private SampleBatch filled() {
        SampleBatch of = group.newBatch();
        of.reset(group, 2_000, 0);
        for (int i = 0; i < POINTS; i++) {
            of.addDouble(i, 1_000, StatusCode.GOOD, i);
        }
        return of;
    }

    @Benchmark
    @OperationsPerInvocation(POINTS)
    public void intoTheTap() {
        tap.onSamples(batch);
    }

    @Benchmark
    @OperationsPerInvocation(POINTS)
    public double lookAtAll() {
        double sum = 0;
        for (int i = 0; i < POINTS; i++) {
            if (tap.read(i, reading)) {
                sum += reading.batch().doubleAt(0);
            }
        }
        return sum;
    }
}
