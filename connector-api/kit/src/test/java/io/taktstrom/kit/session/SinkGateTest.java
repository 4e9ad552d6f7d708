package io.taktstrom.kit.session;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.RefusingSink;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class SinkGateTest {

    private final List<String> notices = new ArrayList<>();
    private final List<String> taken = new ArrayList<>();
    private final PointGroup group;

    SinkGateTest() throws ConnectorException {
        group = new FakeSession(EpochNanoClock.system(), ConnectionObserver.NONE)
                .resolve(List.of(DataPoint.of("a"), DataPoint.of("b")));
    }

    private SinkGate gate(SampleSink sink, boolean offers) {
        return new SinkGate(sink, 2, offers, "the fake", notices::add);
    }

    private void record(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            taken.add((batch.sequence() + i) + ":" + batch.pointAt(i)
                    + (StatusCode.hasOverflow(batch.statusAt(i)) ? "+" : ""));
        }
    }

    private SampleBatch batch(SinkGate gate, int... points) {
        SampleBatch batch = new SampleBatch(4, 0);
        batch.reset(group, 0, 99);
        for (int point : points) {
            batch.addDouble(point, 0, gate.marked(point, StatusCode.GOOD), 1);
        }
        return batch;
    }

    @Test
    void samplesAreNumberedAcrossBatches() {
        SinkGate gate = gate(this::record, false);

        assertThat(gate.handOver(batch(gate, 0, 1))).isTrue();
        assertThat(gate.handOver(batch(gate))).isTrue();
        assertThat(gate.handOver(batch(gate, 1))).isTrue();

        assertThat(taken).containsExactly("0:0", "1:1", "2:1");
    }

    @Test
    void whatASinkThrowsAtIsLostAndMarkedAndTheNextComes() {
        AtomicBoolean fails = new AtomicBoolean(true);
        SinkGate gate = gate(
                batch -> {
                    if (fails.getAndSet(false)) {
                        throw new IllegalStateException("thrown by a test");
                    }
                    record(batch);
                },
                false);

        assertThat(gate.handOver(batch(gate, 0))).isTrue();
        gate.handOver(batch(gate, 0, 1));
        gate.handOver(batch(gate, 0));

        assertThat(taken).containsExactly("1:0+", "2:1", "3:0");
        assertThat(notices)
                .singleElement()
                .asString()
                .contains("thrown by a test")
                .contains("correct the sink");
    }

    @Test
    void lostSamplesMarkTheNextOneOfTheirPointOnce() {
        SinkGate gate = gate(this::record, false);
        gate.lost(1);
        gate.handOver(batch(gate, 0, 1, 1));
        gate.allLost(2);
        SampleBatch unmarked = new SampleBatch(2, 0);
        unmarked.reset(group, 0, 0);
        unmarked.addDouble(0, 0, StatusCode.GOOD, 1);
        gate.mark(unmarked);
        gate.handOver(unmarked);

        assertThat(taken).containsExactly("0:0", "1:1+", "2:1", "3:0+");
        assertThat(gate.pendingMarks().get(1)).isTrue();
    }

    @Test
    void whatASinkRefusesIsStillTheSourcesWithItsMarks() {
        AtomicBoolean takes = new AtomicBoolean(true);
        SinkGate gate = gate(
                new RefusingSink() {
                    @Override
                    public void onSamples(SampleBatch batch) {
                        throw new AssertionError("handed over for good");
                    }

                    @Override
                    public boolean offer(SampleBatch batch) {
                        record(batch);
                        return takes.get();
                    }
                },
                true);
        gate.handOver(batch(gate, 0));
        takes.set(false);
        gate.lost(1);
        assertThat(gate.handOver(batch(gate, 1))).isFalse();
        takes.set(true);
        assertThat(gate.handOver(batch(gate, 1))).as("nothing follows").isFalse();
        SinkGate successor = gate(this::record, false);
        successor.goOn(gate.pendingMarks());
        successor.handOver(batch(successor, 1));

        assertThat(taken).containsExactly("0:0", "1:1+", "0:1+");
        assertThat(gate.sequence()).isEqualTo(1);
    }

    @Test
    void silencingWaitsForACallAndNoneFollows() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        AtomicBoolean returned = new AtomicBoolean();
        SinkGate gate = gate(
                batch -> {
                    entered.countDown();
                    try {
                        released.await(30, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    returned.set(true);
                },
                false);
        Thread deliverer = new Thread(() -> gate.handOver(batch(gate, 0)));
        deliverer.start();
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
        released.countDown();

        gate.silence();

        assertThat(returned).isTrue();
        deliverer.join();
        assertThat(gate.handOver(batch(gate, 0))).isFalse();
        assertThat(notices).isEmpty();
    }

    @Test
    void aSinkMaySilenceItsOwnGate() {
        List<SinkGate> own = new ArrayList<>();
        SinkGate gate = gate(
                batch -> {
                    assertThat(own.get(0).isCalledHere()).isTrue();
                    own.get(0).silence();
                },
                false);
        own.add(gate);

        gate.handOver(batch(gate, 0));

        assertThat(gate.isOver()).isTrue();
        assertThat(notices).isEmpty();
    }

    @Test
    void handingOverAllocatesNothing() throws Exception {
        SinkGate gate = gate(batch -> {}, false);
        SampleBatch batch = batch(gate, 0, 1);

        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> {
            gate.lost(1);
            gate.mark(batch);
            gate.handOver(batch);
        });
    }
}
