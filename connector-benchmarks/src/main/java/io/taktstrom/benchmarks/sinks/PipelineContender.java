package io.taktstrom.benchmarks.sinks;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.benchmarks.stream.PlantSource;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;

/**
 * Our sink behind a pipeline as a deployment has it: samples of a source that is always ready, until they are acknowledged. The
 * source waits, as the ring's policy has it, when that is full.
 */
final class PipelineContender implements UnitOperation {

    private static final int BATCH = 256;
    /** Less than the ring and a unit at the sink hold together. */
    private static final int MOST_ON_THEIR_WAY = 30 * Payloads.UNIT;

    private static final long LOOK_NANOS = 1_000_000;

    private final PlantSource samples = new PlantSource();
    private final SampleBatch batch = PlantSource.batchOf(BATCH);
    private final Sink sink;
    private final Pipeline pipeline;
    private final AccountedSink inlet;
    private final Thread source = Thread.currentThread();
    private long given;
    /** Written by the pipeline's thread. The accounting has the same number, but reading it so often costs. */
    private volatile long acknowledged;

    PipelineContender(String type, Map<String, String> options) throws IOException {
        SinkProvider provider = Providers.ofClassPath().sink(type);
        sink = provider.open(provider.descriptor().values("the benchmark", options), SinkContext.standard("bench"));
        pipeline = Pipeline.to(acknowledging(sink.inlet("bench", samples.points())))
                .named("bench")
                .settings(PipelineSettings.STANDARD.withOnFull(OverflowPolicy.BLOCK))
                .onNotice(System.err::println)
                .start();
        inlet = pipeline.inlet();
    }

    /** Wakes the source when a unit is acknowledged. */
    private SinkInlet acknowledging(SinkInlet inner) {
        return new SinkInlet() {
            private long gathered;

            @Override
            @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
            public void publish(SampleBatch part, FlushUnit unit) throws IOException {
                inner.publish(part, unit);
                gathered += part.size();
                if (unit.isComplete()) {
                    acknowledged += gathered;
                    gathered = 0;
                    LockSupport.unpark(source);
                }
            }

            @Override
            public int unitSamples() {
                return inner.unitSamples();
            }

            @Override
            public void close() throws IOException {
                inner.close();
            }
        };
    }

    @Override
    public void once() throws IOException {
        for (int count = 0; count < Payloads.UNIT; count += BATCH) {
            samples.fill(batch);
            inlet.onSamples(batch);
        }
        given += Payloads.UNIT;
        awaitAtMost(MOST_ON_THEIR_WAY);
    }

    private void awaitAtMost(int onTheirWay) throws IOException {
        while (given - acknowledged > onTheirWay) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            if (pipeline.sinkFailures() > 0) {
                throw new IOException("the sink failed: " + pipeline.accounting());
            }
        }
    }

    @Override
    public void settle() throws IOException {
        awaitAtMost(0);
        Accounting accounting = pipeline.accounting();
        if (accounting.droppedTotal() > 0) {
            throw new IOException("samples were dropped: " + accounting);
        }
    }

    @Override
    public void close() throws IOException {
        pipeline.close();
        sink.close();
    }
}
