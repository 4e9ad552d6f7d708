package io.taktstrom.ads.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.ads.simulator.protocol.AdsCounter;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.spi.SubscriptionSettings.Trigger;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the PLC pushes: all of it, in order, at any rate, for no garbage. */
@Timeout(value = TestPlc.LIMIT_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdsNotificationIT {

    private static final SubscriptionSettings FASTEST = SubscriptionSettings.onChange(Duration.ZERO);
    private static final String COUNTER = "MAIN.counter";

    private final List<TestPlc> plcs = new ArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void stop() {
        released.countDown();
        plcs.forEach(TestPlc::close);
    }

    private TestPlc start(String model) throws IOException {
        TestPlc plc = TestPlc.of(model);
        plcs.add(plc);
        return plc;
    }

    /** As fast as it goes. */
    private TestPlc burst(int samplesPerFrame, long total) throws IOException {
        return start("burst: {samplesPerFrame: %d, total: %d}".formatted(samplesPerFrame, total));
    }

    /** For ever, at a rate that leaves room for answers. */
    private TestPlc steadyBurst() throws IOException {
        return start("burst: {samplesPerFrame: 100, samplesPerSecond: 100000}");
    }

    private TestPlc counter() throws IOException {
        return start("""
                taskCycle: 1ms
                symbols:
                  MAIN.counter: {type: DINT, waveform: counter}
                  MAIN.other: {type: UDINT, waveform: counter}
                """);
    }

    private static Subscription subscribeBurst(Connection connection, SampleSink sink) throws Exception {
        return connection.subscribe(TestPlc.resolve(connection, Burst.SYMBOL), FASTEST, sink);
    }

    // ---- bursts

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void aBurstArrivesWholeAndInOrder(int samplesPerFrame) throws Exception {
        long total = 250_000;
        SequenceSink sink = new SequenceSink();
        subscribeBurst(burst(samplesPerFrame, total).connect(), sink);
        sink.awaitCount(total);
        assertThat(sink.count()).isEqualTo(total);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void aSampleCostsNoByte(int samplesPerFrame) throws Exception {
        TestPlc plc = burst(samplesPerFrame, 0);
        SequenceSink sink = new SequenceSink();
        subscribeBurst(plc.connect(), sink);
        AtomicLong goal = new AtomicLong();
        AllocationMeter.threads(thread -> isConnectors(thread, plc)).assertZeroPerOperation(1, () -> {
            goal.set(sink.count() + 100_000);
            while (sink.count() < goal.get()) {
                Thread.onSpinWait();
            }
        });
        sink.assertNoComplaint();
    }

    private static boolean isConnectors(Thread thread, TestPlc plc) {
        return thread.getName().startsWith("takt-ads")
                && thread.getName().endsWith(":" + plc.simulator().port());
    }

    /** The sink holds up the connection, the connection the PLC: nothing piles up, nothing is lost. */
    @Test
    void aSlowSinkLosesNothing() throws Exception {
        TestPlc plc = start("burst: {samplesPerFrame: 100, samplesPerSecond: 400000}");
        SequenceSink sink = new SequenceSink();
        AtomicBoolean subscribed = new AtomicBoolean();
        subscribeBurst(plc.connect(), batch -> {
            // Earlier, the answers to what subscribing asks would be in its way.
            if (subscribed.get()) {
                awaitRelease();
            }
            sink.onSamples(batch);
        });
        subscribed.set(true);
        AtomicLong sent = new AtomicLong(-1);
        await("the PLC cannot send any more")
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    long now = plc.simulator().count(AdsCounter.SAMPLES);
                    return now > 0 && now == sent.getAndSet(now);
                });
        released.countDown();
        sink.awaitCount(sent.get() + 400_000);
    }

    /** Answers stand behind notifications in the stream: what a slow sink makes others skip is marked. */
    @Test
    void aSlowSinkBesideReadsHearsOfEveryGap() throws Exception {
        long total = 2_000_000;
        TestPlc plc = burst(100, total);
        Connection connection = plc.connect();
        GapSink sink = new GapSink();
        subscribeBurst(connection, batch -> {
            awaitRelease();
            sink.onSamples(batch);
        });
        PointGroup group = TestPlc.resolve(connection, Burst.SYMBOL);
        while (plc.simulator().count(AdsCounter.SAMPLES) < total) {
            TestPlc.read(connection, group);
        }
        released.countDown();
        await().until(() -> sink.isUpToDate(total - 1));
        assertThat(sink.complaints).isEmpty();
        assertThat(sink.sawGap || sink.wasRead).as("samples were lost").isTrue();
    }

    /** Expects rising numbers, and a mark behind each gap. */
    private static final class GapSink implements SampleSink {
        private final List<String> complaints = new CopyOnWriteArrayList<>();
        private volatile long last = -1;
        private volatile boolean sawGap;
        private boolean marked;
        /** After a loss the connector reads what there is now; that has no time of the device. */
        private volatile boolean wasRead;

        @Override
        public void onSamples(SampleBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                long value = batch.longAt(i);
                marked |= StatusCode.hasOverflow(batch.statusAt(i));
                if (batch.sourceTimeAt(i) == SampleBatch.NO_TIME) {
                    wasRead = true;
                    continue;
                }
                boolean gap = value != last + 1;
                if (value <= last || gap != marked) {
                    complaints.add(value + " after " + last + (marked ? " is" : " is not") + " marked");
                }
                sawGap |= gap;
                last = value;
                marked = false;
            }
        }

        boolean isUpToDate(long newest) {
            return last == newest || wasRead || !complaints.isEmpty();
        }
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void closingASubscriptionEndsABurstAndTheConnectionLives() throws Exception {
        TestPlc plc = steadyBurst();
        Connection connection = plc.connect();
        for (int i = 0; i < 10; i++) {
            SequenceSink sink = new SequenceSink();
            Subscription subscription = subscribeBurst(connection, sink);
            sink.awaitCount(1000);
            subscription.close();
            long count = sink.count();
            assertThat(TestPlc.read(connection, Burst.SYMBOL)).hasSize(1);
            assertThat(sink.count()).as("samples after close").isEqualTo(count);
            await().pollInterval(Duration.ofMillis(5))
                    .until(() -> plc.simulator().notifications() == 0);
        }
    }

    @Test
    void closingTheConnectionEndsABurst() throws Exception {
        TestPlc plc = steadyBurst();
        for (int i = 0; i < 10; i++) {
            Connection connection = plc.connect();
            SequenceSink sink = new SequenceSink();
            subscribeBurst(connection, sink);
            sink.awaitCount(1000);
            connection.close();
            long count = sink.count();
            await().pollInterval(Duration.ofMillis(5))
                    .until(() -> plc.simulator().openConnections() == 0);
            assertThat(sink.count()).as("samples after close").isEqualTo(count);
        }
    }

    // ---- cycles

    @Test
    void onChangeGivesEveryStepOfEveryCycle() throws Exception {
        Connection connection = counter().connect();
        SequenceSink sink = new SequenceSink();
        connection.subscribe(TestPlc.resolve(connection, COUNTER), FASTEST, sink);
        sink.awaitCount(1000);
    }

    @Test
    void cyclicGivesAValuePerCycleThatWasAskedFor() throws Exception {
        Connection connection = counter().connect();
        SequenceSink sink = new SequenceSink(5);
        Subscription subscription = connection.subscribe(
                TestPlc.resolve(connection, COUNTER), SubscriptionSettings.cyclic(Duration.ofMillis(5)), sink);
        assertThat(subscription.revised()).isEqualTo(SubscriptionSettings.cyclic(Duration.ofMillis(5)));
        sink.awaitCount(100);
    }

    @Test
    void aMaximumDelayGathersSamplesEachWithItsOwnTime() throws Exception {
        Connection connection = counter().connect();
        RecordingSink sink = new RecordingSink();
        connection.subscribe(
                TestPlc.resolve(connection, COUNTER),
                new SubscriptionSettings(Trigger.ON_CHANGE, Duration.ofMillis(1), Duration.ofMillis(50)),
                sink);
        List<RecordedSample> samples = sink.awaitCount(500);
        assertThat(sink.batches())
                .as("batches of " + samples.size() + " samples")
                .isLessThan(samples.size() / 10);
        Object expected = samples.get(0).value();
        long time = Long.MIN_VALUE;
        for (RecordedSample sample : samples) {
            assertThat(sample.value()).isEqualTo(expected);
            assertThat(sample.sourceTime()).as(sample.toString()).isGreaterThan(time);
            expected = sample.value() instanceof Long value ? value + 1 : "a number";
            time = sample.sourceTime();
        }
    }

    @Test
    void twoSubscriptionsAtOnceGetAllOfBoth() throws Exception {
        Connection connection = counter().connect();
        SequenceSink everyCycle = new SequenceSink();
        SequenceSink everyTenth = new SequenceSink(10);
        SequenceSink other = new SequenceSink();
        PointGroup group = TestPlc.resolve(connection, COUNTER);
        connection.subscribe(group, FASTEST, everyCycle);
        connection.subscribe(group, SubscriptionSettings.cyclic(Duration.ofMillis(10)), everyTenth);
        connection.subscribe(TestPlc.resolve(connection, "MAIN.other"), FASTEST, other);
        everyTenth.awaitCount(50);
        everyCycle.awaitCount(500);
        other.awaitCount(500);
    }

    // ---- the first value

    @Test
    void everyPointHasItsValueAtSubscription() throws Exception {
        firstValues(false);
    }

    /** Not every device sends it by itself. */
    @Test
    void everyPointHasItsValueAtSubscriptionEvenIfTheDeviceSendsNone() throws Exception {
        firstValues(true);
    }

    private void firstValues(boolean silentDevice) throws Exception {
        int points = 400;
        TestPlc plc = TestPlc.of(AdsModel.dints(points));
        plcs.add(plc);
        try (AdsRelay relay = new AdsRelay(plc.simulator())) {
            relay.mute(silentDevice);
            Connection connection = plc.connect(TestPlc.at(relay.uri()));
            String[] names = TestPlc.names(points);
            RecordingSink sink = new RecordingSink();
            connection.subscribe(TestPlc.resolve(connection, names), FASTEST, sink);
            List<RecordedSample> samples = sink.awaitCount(points);
            assertThat(samples).hasSize(points);
            assertThat(samples).extracting(RecordedSample::point).containsExactlyInAnyOrder(names);
            assertThat(samples).allMatch(sample -> sample.point().equals("MAIN.v" + sample.value()));
        }
    }
}
