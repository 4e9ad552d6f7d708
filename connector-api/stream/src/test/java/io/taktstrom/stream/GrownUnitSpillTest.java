package io.taktstrom.stream;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A unit that has grown, and a disk behind the ring. */
class GrownUnitSpillTest {

    @TempDir
    private Path folder;

    // No time passes: every unit is taken quickly.
    private final ManualClock clock = new ManualClock(0);
    private final Receiver receiver = new Receiver();
    private final FixedGroup group = TestGroups.dints(1);

    /** Acknowledges a unit for each permit. */
    private static final class Receiver implements SinkInlet {

        private final Semaphore permits = new Semaphore(0);
        private final List<Long> published = Collections.synchronizedList(new ArrayList<>());
        private final List<Long> unit = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void publish(SampleBatch batch, FlushUnit flushUnit) throws IOException {
            for (int i = 0; i < batch.size(); i++) {
                unit.add(batch.longAt(i));
            }
            if (flushUnit.isComplete()) {
                try {
                    permits.acquire();
                } catch (InterruptedException e) {
                    throw new IOException("interrupted", e);
                }
                published.addAll(unit);
                unit.clear();
            }
        }

        @Override
        public int unitSamples() {
            return MAX_UNIT_SAMPLES;
        }
    }

    private void send(SampleSink inlet, int from, int to) {
        SampleBatch batch = new SampleBatch(to - from, 0);
        batch.reset(group, 1, from);
        for (int value = from; value < to; value++) {
            batch.add(0, value, StatusCode.GOOD, value);
        }
        inlet.onSamples(batch);
    }

    @Test
    void isStoredInFrontOfWhatComesBehindItAndNothingIsLost() throws Exception {
        LogSettings settings = TestLogs.settings(folder.resolve("buffer"));
        Pipeline pipeline = Pipeline.to(receiver)
                .settings(PipelineSettings.STANDARD.withOnFull(OverflowPolicy.SPILL))
                .spill(SampleLog.open(settings, FixedGroup::new, clock), SpillSettings.STANDARD)
                .clock(clock)
                .start();
        try (pipeline) {
            SampleSink inlet = pipeline.inlet();
            send(inlet, 0, UnitSize.FIRST);
            receiver.permits.release();
            await().until(() -> receiver.published.size() == UnitSize.FIRST);
            // Less than half of the ring: straight to the sink.
            int grown = UnitSize.FIRST + 30_000;
            send(inlet, UnitSize.FIRST, grown);
            await().until(() -> receiver.unit.size() == 30_000);
            int all = grown + 40_000;
            send(inlet, grown, all);
            await().until(() -> pipeline.accounting().stored() == 70_000);
            receiver.permits.release(all);
            await().until(() -> pipeline.accounting().published() == all);
            assertThat(receiver.published)
                    .isEqualTo(LongStream.range(0, all).boxed().toList());
        }
        assertThat(pipeline.accounting().isBalanced()).isTrue();
        assertThat(pipeline.accounting().buffered()).isZero();
    }
}
