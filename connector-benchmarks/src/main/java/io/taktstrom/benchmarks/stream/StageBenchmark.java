package io.taktstrom.benchmarks.stream;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.stage.Stage;
import io.taktstrom.stream.stage.Average;
import io.taktstrom.stream.stage.Band;
import io.taktstrom.stream.stage.Deadband;
import io.taktstrom.stream.stage.Downsample;
import io.taktstrom.stream.stage.Scale;
import io.taktstrom.stream.stage.Scaling;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A batch of 100 samples through one stage; per sample that comes in. Copying the batch is the limit. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StageBenchmark {

    private static final int SAMPLES = 100;
    /** A power of two. */
    private static final int BATCHES = 64;

    private static final double FAR_APART = 1e9;
    private static final Duration INTERVAL = Duration.ofMillis(1);

    @Param({"copy", "scale", "deadband-passes", "deadband-holds", "average", "every", "first"})
    private String stage = "copy";

    private final SampleBatch[] batches = PlantSource.batches(BATCHES, SAMPLES, false);
    private final SampleBatch kept = PlantSource.batchOf(SAMPLES);
    private long passed;
    private int next;
    private final SampleSink out = batch -> passed += batch.size();
    private Stage chosen = this::copy;

    @Setup
    public void choose() {
        chosen = switch (stage) {
            case "copy" -> this::copy;
            case "scale" -> new Scale(point -> new Scaling(0.5, 3));
            case "deadband-passes" -> new Deadband(point -> Band.absolute(0));
            case "deadband-holds" -> new Deadband(point -> Band.absolute(FAR_APART));
            case "average" -> new Average(INTERVAL);
            case "every" -> Downsample.everyNth(10);
            case "first" -> Downsample.firstOf(INTERVAL);
            default -> throw new IllegalArgumentException("no stage " + stage);
        };
    }

    private void copy(SampleBatch in, SampleSink to) {
        kept.copyFrom(in);
        to.onSamples(kept);
    }

    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public long process() {
        chosen.process(batches[next++ & BATCHES - 1], out);
        return passed;
    }
}
