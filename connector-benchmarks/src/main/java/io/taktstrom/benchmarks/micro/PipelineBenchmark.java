package io.taktstrom.benchmarks.micro;

import java.util.concurrent.TimeUnit;

import io.taktstrom.benchmarks.worker.Doubles;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;
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
 * A batch of samples through a pipeline: inlet, ring, the sink's thread. The ring blocks when it is full, so in the long
 * run the slower side counts, and nothing is dropped.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PipelineBenchmark {

    private static final int SAMPLES = 100;

    @Param({"BLOCK", "DROP_OLDEST", "CONFLATE"})
    private OverflowPolicy onFull = OverflowPolicy.BLOCK;

    private final FixedGroup group = Doubles.of(SAMPLES);
    private final SampleBatch batch = group.newBatch();
    private Pipeline pipeline = start(onFull);
    private SampleSink inlet = pipeline.inlet();
    private double sum;

    @Setup
    public void setUp() {
        pipeline.close();
        pipeline = start(onFull);
        inlet = pipeline.inlet();
        batch.reset(group, 1, 0);
        for (int i = 0; i < SAMPLES; i++) {
            batch.addDouble(i, 1, StatusCode.GOOD, i);
        }
    }

    private Pipeline start(OverflowPolicy policy) {
        return Pipeline.to((delivered, endOfBatch) -> {
                    for (int i = 0; i < delivered.size(); i++) {
                        sum += delivered.doubleAt(i);
                    }
                })
                .named("benchmark")
                .settings(PipelineSettings.STANDARD.withOnFull(policy))
                .start();
    }

    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public void throughPipeline() {
        inlet.onSamples(batch);
    }

    /** Fails the run if the accounting does not balance. */
    @TearDown
    public void balance() {
        pipeline.close();
        if (!pipeline.accounting().isBalanced()) {
            throw new IllegalStateException("not balanced: " + pipeline.accounting());
        }
    }
}
