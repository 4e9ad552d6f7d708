package io.taktstrom.stream;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stage.Stage;
import io.taktstrom.stream.stage.Downsample;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The way from sources through stages to a sink. */
class PipelineTest extends PipelineBench {

    @Test
    void samplesOfSeveralSourcesReachTheSink() {
        Pipeline started = start();
        SampleSink one = started.inlet();
        SampleSink two = started.inlet();
        send(one, 1, 2);
        send(two, 3);
        send(one, 4);

        awaitPublished(started, 4);
        assertThat(sink.published()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(started.accounting()).isEqualTo(new Accounting(4, 4, 0, Map.of()));
    }

    @Test
    void aSourceMayHaveStagesInFrontOfThoseOfThePipeline() {
        Pipeline started = start(PipelineSettings.STANDARD, List.of(() -> Downsample.everyNth(2)));
        SampleSink third = started.inlet(List.of(() -> Downsample.everyNth(3)));
        send(third, 1, 2, 3, 4, 5, 6, 7);
        awaitPublished(started, 2);
        assertThat(sink.published()).containsExactly(1L, 7L);
        assertThat(started.accounting().droppedTotal()).isEqualTo(5);
    }

    @Test
    void countsCanBeAddedUp() {
        Accounting one = new Accounting(5, 2, 1, Map.of(DropReason.FILTERED, 2L), 4, 1);
        Accounting other = new Accounting(3, 0, 1, Map.of(DropReason.FILTERED, 1L, DropReason.CLOSED, 1L), 3, 1);
        assertThat(one.plus(other))
                .isEqualTo(new Accounting(8, 2, 2, Map.of(DropReason.FILTERED, 3L, DropReason.CLOSED, 1L), 7, 2));
    }

    @Test
    void eachSourceHasStagesOfItsOwn() {
        Pipeline started = start(PipelineSettings.STANDARD, List.of(() -> Downsample.everyNth(2)));
        SampleSink one = started.inlet();
        SampleSink two = started.inlet();
        send(one, 1, 2, 3);
        send(two, 10, 20, 30);

        awaitPublished(started, 4);
        assertThat(sink.published()).containsExactly(1L, 3L, 10L, 30L);
        assertThat(started.accounting().received()).isEqualTo(6);
        assertThat(started.accounting().dropped(DropReason.DOWNSAMPLED)).isEqualTo(2);
    }

    @Test
    void stagesFollowOneAnother() {
        Stage addOne = (in, out) -> {
            SampleBatch passed = new SampleBatch(in.size(), 0);
            passed.reset(in.group(), in.receivedAt(), 0);
            for (int i = 0; i < in.size(); i++) {
                passed.add(in.pointAt(i), 0, StatusCode.GOOD, in.longAt(i) + 1);
            }
            out.onSamples(passed);
        };
        Pipeline started = start(
                PipelineSettings.STANDARD,
                List.of(() -> Downsample.everyNth(2), () -> addOne, () -> Downsample.everyNth(2)));
        send(started.inlet(), LongStream.range(0, 12).toArray());

        awaitPublished(started, 3);
        assertThat(sink.published()).containsExactly(1L, 5L, 9L);
        assertThat(started.accounting().dropped(DropReason.DOWNSAMPLED)).isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(ints = {SinkInlet.STANDARD_UNIT_SAMPLES, UnitSize.FIRST, 100})
    void aSinkSaysHowLargeAUnitMayBeWhenSoManyWait(int wanted) {
        sink.unitSamples(wanted).held();
        Pipeline started = start();
        SampleSink inlet = started.inlet();
        send(inlet, 0);
        await().until(() -> sink.calls() == 1);
        send(inlet, LongStream.rangeClosed(1, 40_000).toArray());
        sink.release();
        awaitPublished(started, 40_001);
        assertThat(sink.units()).startsWith(1, wanted).allMatch(size -> size <= wanted);
    }

    @Test
    void aUnitGrowsWhileItsReceiverIsQuick() {
        sink.unitSamples(SinkInlet.MAX_UNIT_SAMPLES).held();
        // No time passes.
        Pipeline started = Pipeline.to(sink).clock(new ManualClock(0)).start();
        pipeline = started;
        SampleSink inlet = started.inlet();
        send(inlet, 0);
        await().until(() -> sink.calls() == 1);
        send(inlet, LongStream.rangeClosed(1, 60_000).toArray());
        sink.release();
        awaitPublished(started, 60_001);
        assertThat(sink.units()).containsExactly(1, 16_384, 32_768, 60_000 - 16_384 - 32_768);
        assertThat(sink.published())
                .isEqualTo(LongStream.rangeClosed(0, 60_000).boxed().toList());
    }

    @Test
    void aStageWithoutAReasonFilters() {
        Pipeline started = start(PipelineSettings.STANDARD, List.of(() -> (in, out) -> {}));
        send(started.inlet(), 1, 2);
        assertThat(started.accounting().dropped(DropReason.FILTERED)).isEqualTo(2);
    }

    @Test
    void samplesThatAStageMakesAreReceivedToo() {
        Pipeline started = start(PipelineSettings.STANDARD, List.of(() -> (in, out) -> {
            out.onSamples(in);
            out.onSamples(in);
        }));
        send(started.inlet(), 1);
        awaitPublished(started, 2);
        assertThat(started.accounting().received()).isEqualTo(2);
    }

    @Test
    void aStageThatThrowsCostsItsBatchAndNotTheStream() {
        Pipeline started = start(PipelineSettings.STANDARD, List.of(() -> (in, out) -> {
            if (in.longAt(0) == 1) {
                throw new IllegalStateException("broken stage");
            }
            out.onSamples(in);
        }));
        SampleSink inlet = started.inlet();
        send(inlet, 1, 2);
        send(inlet, 3);

        awaitPublished(started, 1);
        assertThat(sink.published()).containsExactly(3L);
        assertThat(started.accounting().dropped(DropReason.STAGE_FAILED)).isEqualTo(2);
        assertThat(notices).singleElement().asString().contains("broken stage", "correct the stage");
    }
}
