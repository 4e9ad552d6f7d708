package io.taktstrom.benchmarks.sinks;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.benchmarks.paired.Operation;
import io.taktstrom.benchmarks.stream.PlantSource;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;

/**
 * Our sink behind a pipeline as a deployment has it: samples of a source that is always ready, until they are acknowledged. The
 * ring is never full, so the source is never held up longer than it must.
 */
final class PipelineContender implements Operation {

    private static final int BATCH = 256;
    private static final int MOST_ON_THEIR_WAY = 8 * Payloads.UNIT;
    private static final long LOOK_NANOS = 50_000;

    private final PlantSource source = new PlantSource();
    private final SampleBatch batch = PlantSource.batchOf(BATCH);
    private final Sink sink;
    private final Pipeline pipeline;
    private final AccountedSink inlet;
    private long given;

    PipelineContender(Target target, String address) throws IOException {
        SinkProvider provider = Providers.ofClassPath().sink(target.type());
        sink = provider.open(
                provider.descriptor().values("the benchmark", target.options(address)),
                SinkContext.standard("bench"));
        pipeline = Pipeline.to(sink.inlet("bench", source.points()))
                .named("bench")
                .settings(PipelineSettings.STANDARD.withOnFull(OverflowPolicy.BLOCK))
                .onNotice(System.err::println)
                .start();
        inlet = pipeline.inlet();
    }

    @Override
    public int operations() {
        return Payloads.UNIT;
    }

    @Override
    public void once() throws IOException {
        for (int samples = 0; samples < Payloads.UNIT; samples += BATCH) {
            source.fill(batch);
            inlet.onSamples(batch);
        }
        given += Payloads.UNIT;
        awaitAtMost(MOST_ON_THEIR_WAY);
    }

    private void awaitAtMost(int onTheirWay) throws IOException {
        while (true) {
            Accounting books = pipeline.accounting();
            if (books.droppedTotal() > 0) {
                throw new IOException("samples were dropped: " + books);
            }
            if (given - books.published() <= onTheirWay) {
                return;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public void settle() throws IOException {
        awaitAtMost(0);
    }

    @Override
    public void close() throws IOException {
        pipeline.close();
        sink.close();
    }
}
