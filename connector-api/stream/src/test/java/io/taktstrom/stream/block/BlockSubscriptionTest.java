package io.taktstrom.stream.block;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.RefusingSink;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.stream.poll.PollSettings;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
class BlockSubscriptionTest {

    private static final Duration FAST = Duration.ofMillis(2);
    /** As long as {@link #FAST}, eight times over. */
    private static final int LENGTH = 2048;

    private final TestRing ring = new TestRing(ScalarType.ULINT, LENGTH);
    private final RingConnection device = new RingConnection(ring);
    private final RecordingSink sink = new RecordingSink();
    private final List<PointGroup> groups = new CopyOnWriteArrayList<>();
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final BlockProgress progress = new BlockProgress(new BlockMeter());

    private BlockSubscription start(Duration cycle, String... addresses) throws ConnectorException {
        List<DataPoint> points = List.of(addresses).stream().map(DataPoint::of).toList();
        return start(cycle, points, sink);
    }

    private BlockSubscription start(Duration cycle, List<DataPoint> points, SampleSink to) throws ConnectorException {
        PollSettings settings = new PollSettings(
                "block",
                IdleStrategy.PARK,
                EpochNanoClock.system(),
                new PollMeter(EpochNanoClock.system()),
                notices::add);
        return BlockSubscription.start(device, points, cycle, to, groups::add, progress, settings);
    }

    /** A sink that says no from some batch on, as one does of which the session was given up. The device then rests. */
    private static final class Refusing implements RefusingSink {

        private final RingConnection device;
        private final RecordingSink taken;
        private int left;
        private final CountDownLatch refused = new CountDownLatch(1);

        private Refusing(RingConnection device, RecordingSink taken, int batches) {
            this.device = device;
            this.taken = taken;
            left = batches;
        }

        @Override
        public void onSamples(SampleBatch batch) {
            throw new AssertionError("what can be read again is to be offered");
        }

        @Override
        public boolean offer(SampleBatch batch) {
            if (left == 0) {
                device.setSamplesPerRead(0);
                refused.countDown();
                return false;
            }
            left--;
            taken.onSamples(batch);
            // More than a batch has room for, in three points: it ends in the midst of a sample.
            device.setSamplesPerRead(LENGTH - 1);
            return true;
        }
    }

    @Test
    void whatASinkDoesNotTakeIsReadAgainByTheNextSubscriptionWithNothingMissingOrTwice() throws Exception {
        ring.add(1);
        List<DataPoint> points = List.of(
                DataPoint.of("a", "MAIN.ring"), DataPoint.of("b", "MAIN.ring.aValue"), DataPoint.of("c", "MAIN.ring"));
        for (int batches = 1; batches < 8; batches++) {
            Refusing refusing = new Refusing(device, sink, batches);
            try (BlockSubscription reading = start(FAST, points, refusing)) {
                assertThat(reading.group().size()).isEqualTo(3);
                assertThat(refusing.refused.await(60, TimeUnit.SECONDS)).isTrue();
            }
        }
        for (DataPoint point : points) {
            List<RecordedSample> samples = sink.samplesOf(point.name());
            assertThat(samples).hasSizeGreaterThan(LENGTH);
            for (int i = 0; i < samples.size(); i++) {
                assertThat(samples.get(i).value()).isEqualTo((long) i);
                assertThat(samples.get(i).status()).isEqualTo(StatusCode.GOOD);
            }
        }
        assertThat(progress.meter().samples()).isEqualTo(sink.samples().size());
        assertThat(progress.meter().lost()).isZero();
    }

    @Test
    void aRingIsAPointOfItsElementsTypeByEitherAddress() throws ConnectorException {
        ring.add(7);
        device.setSamplesPerRead(3);
        try (BlockSubscription subscription = start(FAST, "MAIN.ring", "MAIN.ring.aValue")) {
            List<RecordedSample> samples = sink.awaitCount(20);
            assertThat(subscription.group().typeAt(0)).isEqualTo(ScalarType.UDINT);
            assertThat(subscription.group().typeAt(1)).isEqualTo(ScalarType.UDINT);
            for (int i = 0; i < 20; i++) {
                // The first read has added three already.
                assertThat(samples.get(i).value()).isEqualTo(9L + i / 2);
                assertThat(samples.get(i).sourceTime()).isEqualTo(TestRing.START + (9 + i / 2) * TestRing.PERIOD);
            }
        }
        assertThat(groups).hasSize(1);
        assertThat(progress.meter().lost()).isZero();
    }

    @Test
    void whatIsNoRingSaysSoAndTheRestWorks() throws ConnectorException {
        device.setSamplesPerRead(1);
        try (BlockSubscription subscription = start(FAST, "MAIN.other", "nowhere", "MAIN.ring", "MAIN.ring.aValue")) {
            sink.awaitSample(sample ->
                    sample.point().equals("MAIN.other") && sample.status() == StatusCode.BAD_CONFIGURATION_ERROR);
            sink.awaitSample(
                    sample -> sample.point().equals("nowhere") && sample.status() == StatusCode.BAD_NODE_ID_UNKNOWN);
            sink.awaitValue("MAIN.ring", 1L);
            assertThat(StatusCode.isBad(subscription.statusAt(0))).isTrue();
        }
    }

    @Test
    void aTypeThatIsStatedIsThatOfTheSamples() throws ConnectorException {
        device.setSamplesPerRead(1);
        DataPoint right = new DataPoint("right", "MAIN.ring", ScalarType.UDINT, false, "", Map.of());
        DataPoint wrong = new DataPoint("wrong", "MAIN.ring", ScalarType.REAL, false, "", Map.of());
        try (BlockSubscription subscription = start(FAST, List.of(right, wrong), sink)) {
            sink.awaitValue("right", 3L);
            assertThat(subscription.statusAt(1)).isEqualTo(StatusCode.BAD_CONFIGURATION_ERROR);
        }
        assertThat(notices).anyMatch(notice -> notice.contains("holds UDINT, the point says REAL"));
    }

    @Test
    void aRingThatChangesItsLengthIsLookedUpAgain() throws ConnectorException {
        device.setSamplesPerRead(1);
        try (BlockSubscription subscription = start(FAST, "MAIN.ring")) {
            sink.awaitValue("MAIN.ring", 5L);
            TestRing longer = new TestRing(ScalarType.ULINT, 2 * LENGTH);
            longer.set(1000);
            device.replace(longer);
            sink.awaitSample(sample -> sample.status() == StatusCode.BAD_TYPE_MISMATCH);
            sink.awaitSample(sample -> StatusCode.hasOverflow(sample.status()));
            assertThat(subscription.statusAt(0)).isZero();
        }
        assertThat(progress.meter().lost()).isGreaterThan(900);
    }

    @Test
    void aLaterSubscriptionGoesOnWhereTheLastOneEnded() throws ConnectorException {
        device.setSamplesPerRead(1);
        try (BlockSubscription first = start(FAST, "MAIN.ring")) {
            sink.awaitValue("MAIN.ring", 4L);
            assertThat(first.statusAt(0)).isZero();
        }
        ring.add(20);
        try (BlockSubscription second = start(FAST, "MAIN.ring")) {
            sink.awaitValue("MAIN.ring", ring.head() + 3);
            assertThat(second.statusAt(0)).isZero();
        }
        List<RecordedSample> samples = sink.samples();
        for (int i = 0; i < samples.size(); i++) {
            assertThat(samples.get(i).value()).isEqualTo((long) i);
        }
    }

    @Test
    void aRingThatWouldBeFullBeforeTheNextReadIsReadMoreOften() throws ConnectorException {
        device.setSamplesPerRead(1);
        try (BlockSubscription subscription = start(Duration.ofMillis(200), "MAIN.ring")) {
            sink.awaitCount(10);
            assertThat(subscription.revised().cycle()).isEqualTo(Duration.ofNanos(LENGTH * TestRing.PERIOD / 4));
        }
        assertThat(notices).anyMatch(notice -> notice.contains("a ring is full after 20 ms"));
    }

    @Test
    void samplesAllocateNothing() throws Exception {
        device.setSamplesPerRead(100);
        PollMeter reads = new PollMeter(EpochNanoClock.system());
        PollSettings settings =
                new PollSettings("block-allocation", IdleStrategy.PARK, EpochNanoClock.system(), reads, notices::add);
        try (BlockSubscription subscription = BlockSubscription.start(
                device, List.of(DataPoint.of("MAIN.ring")), FAST, batch -> {}, groups::add, progress, settings)) {
            BlockMeter meter = progress.meter();
            AllocationMeter.threads(thread -> thread.getName().equals("block-allocation"))
                    .assertZeroPerOperation(20, () -> {
                        long target = meter.samples() + 100;
                        while (meter.samples() < target) {
                            Thread.onSpinWait();
                        }
                    });
            assertThat(subscription.statusAt(0)).isZero();
        }
        assertThat(notices).isEmpty();
    }
}
