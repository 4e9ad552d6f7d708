package io.taktstrom.benchmarks.micro;

import java.util.concurrent.TimeUnit;

import io.taktstrom.benchmarks.worker.Doubles;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.stream.FixedGroup;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Fill, keep and read a batch of 100 samples; per sample. The plain array copy is the limit. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SampleBatchBenchmark {

    private static final int SAMPLES = 100;

    private final FixedGroup group = Doubles.of(SAMPLES);
    private final SampleBatch batch = group.newBatch();
    private final SampleBatch kept = group.newBatch();
    private final long[] from = new long[3 * SAMPLES];
    private final long[] to = new long[3 * SAMPLES];
    private long time;

    /** The bytes of 100 samples (24 each) from one array to another. */
    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public long[] limit() {
        System.arraycopy(from, 0, to, 0, from.length);
        return to;
    }

    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public SampleBatch fill() {
        batch.reset(group, ++time, time);
        for (int i = 0; i < SAMPLES; i++) {
            batch.addDouble(i, time, StatusCode.GOOD, i);
        }
        return batch;
    }

    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public double fillKeepRead() {
        kept.copyFrom(fill());
        double sum = 0;
        for (int i = 0; i < kept.size(); i++) {
            sum += kept.doubleAt(i);
        }
        return sum;
    }
}
