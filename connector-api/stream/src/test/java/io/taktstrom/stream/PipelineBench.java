package io.taktstrom.stream;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.stage.Stage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A pipeline into a sink that does as it is told; its counts are checked when a test is over. */
abstract class PipelineBench {

    final FixedGroup group = TestGroups.dints(2);
    final ScriptedSink sink = new ScriptedSink();
    final List<String> notices = Collections.synchronizedList(new ArrayList<>());

    @Nullable
    Pipeline pipeline;

    Pipeline start(PipelineSettings settings, List<Supplier<? extends Stage>> stages) {
        Pipeline started = Pipeline.to(sink)
                .named("test")
                .settings(settings)
                .stages(stages)
                .onNotice(notices::add)
                .start();
        pipeline = started;
        return started;
    }

    Pipeline start() {
        return start(PipelineSettings.STANDARD, List.of());
    }

    void send(SampleSink inlet, long... values) {
        SampleBatch batch = new SampleBatch(Math.max(1, values.length), 0);
        batch.reset(group, 1, 0);
        for (long value : values) {
            batch.add(0, value, StatusCode.GOOD, value);
        }
        inlet.onSamples(batch);
    }

    @AfterEach
    void closedPipelinesHaveBalancedCountsAndNothingLeft() {
        if (pipeline != null) {
            sink.release();
            pipeline.close();
            Accounting counts = pipeline.accounting();
            assertThat(counts.isBalanced()).as("%s", counts).isTrue();
            assertThat(counts.buffered()).as("%s", counts).isZero();
            assertThat(sink.isClosed()).isTrue();
        }
    }

    static void awaitPublished(Pipeline pipeline, long count) {
        await().until(() -> pipeline.accounting().published() >= count);
        assertThat(pipeline.accounting().isBalanced()).isTrue();
    }
}
