package io.taktstrom.stream.meter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineBuilder;
import io.taktstrom.stream.PipelineSettings;
import io.taktstrom.stream.SpillSettings;
import io.taktstrom.stream.TestGroups;
import io.taktstrom.stream.TestLogs;
import io.taktstrom.stream.stage.Downsample;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The numbers of a pipeline while sources and its sink change them. */
class ScrapeTest {

    private static final int SCRAPES = 2_000;

    @TempDir
    private Path folder;

    private Pipeline start(OverflowPolicy policy) throws IOException {
        PipelineBuilder builder = Pipeline.to((batch, unit) -> {})
                .named("plant")
                .settings(PipelineSettings.STANDARD.withCapacity(64).withOnFull(policy))
                .stage(() -> Downsample.everyNth(2));
        if (policy == OverflowPolicy.SPILL) {
            builder.spill(TestLogs.open(folder), SpillSettings.STANDARD);
        }
        return builder.start();
    }

    private static void load(Pipeline pipeline, Runnable read) {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> sources = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            SampleSink inlet = pipeline.inlet();
            Thread source = new Thread(() -> send(inlet, over), "source-" + i);
            source.start();
            sources.add(source);
        }
        try {
            await().until(() -> pipeline.accounting().published() > 0);
            read.run();
        } finally {
            over.set(true);
            pipeline.close();
            sources.forEach(ScrapeTest::join);
        }
    }

    private static void send(SampleSink inlet, AtomicBoolean over) {
        FixedGroup group = TestGroups.dints(2);
        SampleBatch batch = new SampleBatch(7, 0);
        while (!over.get()) {
            batch.reset(group, 1, 0);
            for (int i = 0; i < 7; i++) {
                batch.add(i % 2, i, StatusCode.GOOD, i);
            }
            inlet.onSamples(batch);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theAccountingOfAPipelineUnderLoadIsBalancedAtEachMoment(OverflowPolicy policy) throws IOException {
        Pipeline pipeline = start(policy);
        load(pipeline, () -> {
            for (int i = 0; i < SCRAPES; i++) {
                Accounting now = pipeline.accounting();
                assertThat(now.isBalanced()).as("%s", now).isTrue();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void theNumbersOfOneScrapeUnderLoadComeFromOneMoment(OverflowPolicy policy) throws IOException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Pipeline pipeline = start(policy);
        StreamMeters meters = new StreamMeters(registry).add("sink", pipeline);
        try {
            load(pipeline, () -> {
                for (int i = 0; i < SCRAPES; i++) {
                    assertThat(Scrape.of(() -> missing(registry))).isZero();
                }
            });
            assertThat(sum(registry, Metric.RECEIVED))
                    .as("outside of a scrape the present is read")
                    .isEqualTo((double) pipeline.accounting().received());
        } finally {
            meters.close();
        }
    }

    private static double missing(SimpleMeterRegistry registry) {
        return sum(registry, Metric.RECEIVED)
                - sum(registry, Metric.PUBLISHED)
                - sum(registry, Metric.DROPPED)
                - sum(registry, Metric.BUFFERED)
                + sum(registry, Metric.UNACCOUNTED);
    }

    private static double sum(SimpleMeterRegistry registry, Metric metric) {
        return Search.in(registry).name(metric.text()).meters().stream()
                .mapToDouble(ScrapeTest::value)
                .sum();
    }

    private static double value(Meter meter) {
        return meter.measure().iterator().next().getValue();
    }
}
