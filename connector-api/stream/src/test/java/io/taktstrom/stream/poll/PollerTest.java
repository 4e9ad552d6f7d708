package io.taktstrom.stream.poll;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.source.FakeDevice;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.Recorded;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import jdk.jfr.consumer.RecordedEvent;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class PollerTest {

    private static final Duration CYCLE = Duration.ofMillis(10);
    private static final int POLLS = 100;

    private final FakeDevice device = FakeDevice.polled();
    private final ManualClock clock = new ManualClock(0);
    private final PollMeter meter = new PollMeter(clock, "press", "fast");
    private final List<String> notices = Collections.synchronizedList(new ArrayList<>());
    private final RecordingSink sink = new RecordingSink();
    private final List<Long> reads = Collections.synchronizedList(new ArrayList<>());
    private Connection connection;
    private PointGroup group;
    private @Nullable Poller running;

    @BeforeEach
    void connect() throws ConnectorException {
        connection = device.connect(device.endpoint(), ConnectContext.standard());
        group = connection.resolve(List.of(DataPoint.of("a"), DataPoint.of("unknown.b")));
    }

    @AfterEach
    void close() {
        if (running != null) {
            running.close();
        }
        connection.close();
    }

    /** Time stands still but for idle pollers, which jump to their moment, until they have polled enough. */
    private Poller start(SubscriptionSettings wanted, SampleSink to) {
        return start(wanted, to, "");
    }

    private Poller start(SubscriptionSettings wanted, SampleSink to, String name) {
        IdleStrategy jump = (c, deadline) -> {
            if (reads.size() < POLLS) {
                clock.advance(Duration.ofNanos(deadline - clock.nanoTime()));
            } else {
                IdleStrategy.PARK.idle(c, c.nanoTime() + 1_000_000);
            }
        };
        FakeDevice.Script script = device.onRead;
        device.onRead = () -> {
            reads.add(clock.nanoTime());
            script.run();
        };
        Poller poller = Poller.start(
                connection,
                group,
                wanted,
                to,
                new PollSettings(name, jump, clock, meter, notices::add, !name.isEmpty()));
        running = poller;
        return poller;
    }

    private Poller pollAll(SubscriptionSettings wanted) {
        Poller poller = start(wanted, sink);
        await().until(() -> reads.size() >= POLLS && meter.polls() >= POLLS);
        return poller;
    }

    @Test
    void itReadsAtEachMomentOfTheSchedule() {
        pollAll(SubscriptionSettings.cyclic(CYCLE));

        for (int i = 0; i < POLLS; i++) {
            assertThat(reads.get(i)).isEqualTo(i * CYCLE.toNanos());
        }
        assertThat(meter.overruns()).isZero();
        assertThat(meter.lateness().snapshot().getMaxValue()).isLessThan(1_000);
        assertThat(meter.jitter().snapshot().getTotalCount()).isEqualTo(POLLS - 1);
        assertThat(meter.jitter().snapshot().getMaxValue()).isLessThan(1_000);
    }

    @Test
    void samplesAreNumberedAndCarryEachPointsOwnStatus() {
        device.value = 7;
        pollAll(SubscriptionSettings.cyclic(CYCLE));

        List<RecordedSample> samples = sink.awaitCount(2 * POLLS);
        assertThat(samples.get(0).value()).isEqualTo(7L);
        assertThat(samples.get(1).status()).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
        for (int i = 0; i < samples.size(); i++) {
            assertThat(samples.get(i).sequence()).isEqualTo(i);
        }
    }

    @Test
    void overrunsAreToldToFlightRecorder() throws Exception {
        device.onRead = () -> {
            if (reads.size() == 3) {
                clock.advance(CYCLE.multipliedBy(5).plusMillis(2));
            }
        };
        List<RecordedEvent> events =
                Recorded.during("taktstrom.Overrun", () -> pollAll(SubscriptionSettings.cyclic(CYCLE)));
        assertThat(events)
                .extracting(event ->
                        event.getString("connection") + " " + event.getString("scan") + " " + event.getLong("skipped"))
                .containsExactly("press fast 4");
    }

    @Test
    void aLongReadSkipsTheMomentsThatItPassedAndKeepsTheSchedule() {
        device.onRead = () -> {
            if (reads.size() == 3) {
                clock.advance(CYCLE.multipliedBy(5).plusMillis(2));
            }
        };
        pollAll(SubscriptionSettings.cyclic(CYCLE));

        // Read 3 (at 20 ms) lasts until 72 ms: 30 to 60 are skipped, 70 is late by 2, 80 is on time.
        assertThat(reads.subList(0, 5)).containsExactly(0L, 10_000_000L, 20_000_000L, 72_000_000L, 80_000_000L);
        assertThat(meter.overruns()).isEqualTo(4);
        Histogram lateness = meter.lateness().snapshot();
        assertThat(lateness.getTotalCount()).as("each moment counts").isEqualTo(meter.polls() + 4);
        assertThat(lateness.getMaxValue()).isBetween(41_500_000L, 42_500_000L);
        assertThat(lateness.getCountBetweenValues(11_500_000, 42_500_000)).isEqualTo(4);
        assertThat(meter.jitter().snapshot().getMaxValue()).isBetween(1_980_000L, 2_020_000L);
    }

    @Test
    void readsThatAlwaysTakeTooLongNeverBurst() {
        device.onRead = () -> {
            if (reads.size() < POLLS) {
                clock.advance(Duration.ofMillis(25));
            }
        };
        pollAll(SubscriptionSettings.cyclic(CYCLE));

        for (int i = 0; i < POLLS; i++) {
            assertThat(reads.get(i)).isEqualTo(i * 25_000_000L);
        }
        // The last read began at 2475 ms: of the 248 moments from 0 to 2470 ms, 100 were polled.
        assertThat(meter.overruns()).isEqualTo(148);
        assertThat(meter.lateness().count()).isEqualTo(meter.polls() + 148);
    }

    @Test
    void slowPollersThatBeganTogetherAreSpreadOverTheCycle() {
        Duration slow = Duration.ofSeconds(1);
        start(SubscriptionSettings.cyclic(slow), sink, "press1");
        await().until(() -> reads.size() >= 3);
        long phase = Poller.phase("press1", slow.toNanos());
        assertThat(reads.subList(0, 3)).containsExactly(0L, phase, phase + slow.toNanos());

        Integer[] tenths = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
        for (int i = 0; i < 1_000; i++) {
            tenths[(int) (Poller.phase("takt-poller-press" + i + "-slow", 1_000_000_000) / 100_000_001)]++;
        }
        assertThat(tenths)
                .as("polls in each tenth of the cycle")
                .doesNotContain(0)
                .allMatch(polls -> polls < 200);
    }

    @Test
    void aLongSuspensionCountsEachMomentInAFewSteps() {
        device.onRead = () -> {
            if (reads.size() == 2) {
                clock.advance(CYCLE.multipliedBy(1_000_002));
            }
        };
        pollAll(SubscriptionSettings.cyclic(CYCLE));
        assertThat(meter.overruns()).isEqualTo(1_000_001);
        assertThat(meter.lateness().count()).isEqualTo(meter.polls() + 1_000_001);
    }

    @Test
    void aFailedReadMarksEveryPointAndTheNextOneComesAsScheduled() {
        device.onRead = () -> {
            if (reads.size() == 2) {
                throw new RequestTimeoutException("no answer");
            }
            if (reads.size() == 3) {
                throw new DeviceErrorException("busy", StatusCode.BAD_RESOURCE_UNAVAILABLE, 7);
            }
            if (reads.size() == 4) {
                throw new IllegalStateException("bug in the connector");
            }
        };
        pollAll(SubscriptionSettings.cyclic(CYCLE));

        assertThat(sink.awaitCount(10).subList(0, 10))
                .extracting(RecordedSample::status)
                .containsExactly(
                        StatusCode.GOOD,
                        StatusCode.BAD_NODE_ID_UNKNOWN,
                        StatusCode.BAD_TIMEOUT,
                        StatusCode.BAD_TIMEOUT,
                        StatusCode.BAD_RESOURCE_UNAVAILABLE,
                        StatusCode.BAD_RESOURCE_UNAVAILABLE,
                        StatusCode.BAD_INTERNAL_ERROR,
                        StatusCode.BAD_INTERNAL_ERROR,
                        StatusCode.GOOD,
                        StatusCode.BAD_NODE_ID_UNKNOWN);
        assertThat(meter.failures()).isEqualTo(3);
        assertThat(notices).singleElement().asString().contains("no answer", "trying again");
        assertThat(reads.get(POLLS - 1)).isEqualTo((POLLS - 1) * CYCLE.toNanos());
    }

    @Test
    void aLostConnectionMarksAllPointsOnceAndEndsThePoller() {
        device.onRead = () -> {
            if (reads.size() == 3) {
                throw new ConnectionLostException("gone");
            }
        };
        start(SubscriptionSettings.cyclic(CYCLE), sink);

        sink.awaitSample(sample -> sample.status() == StatusCode.BAD_NO_COMMUNICATION);
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("test")));
        assertThat(reads).hasSize(3);
        assertThat(sink.samples()).hasSize(6);
    }

    @Test
    void aSinkThatThrowsIsReportedCountedAndServedOn() {
        AtomicInteger calls = new AtomicInteger();
        start(SubscriptionSettings.cyclic(CYCLE), batch -> {
            if (calls.incrementAndGet() % 2 == 0) {
                throw new IllegalStateException("broken sink");
            }
            throw new AssertionError("broken sink");
        });

        await().until(() -> calls.get() >= POLLS);
        assertThat(meter.sinkFailures()).isGreaterThanOrEqualTo(POLLS - 1);
        assertThat(notices).isNotEmpty();
        assertThat(notices.get(0)).contains("broken", "correct the sink");
    }

    @Test
    void onChangeDeliversWhatDiffersFromTheReadBefore() {
        device.onRead = () -> {
            if (reads.size() == 5 || reads.size() == 8) {
                device.value = reads.size();
            }
            if (reads.size() == 10) {
                throw new RequestTimeoutException("no answer");
            }
        };
        Poller poller = pollAll(SubscriptionSettings.onChange(CYCLE));

        assertThat(sink.samplesOf("a"))
                .extracting(RecordedSample::status)
                .containsExactly(
                        StatusCode.GOOD, StatusCode.GOOD, StatusCode.GOOD, StatusCode.BAD_TIMEOUT, StatusCode.GOOD);
        assertThat(sink.samplesOf("a")).extracting(RecordedSample::value).containsExactly(1L, 5L, 8L, null, 8L);
        assertThat(poller.revised()).isEqualTo(SubscriptionSettings.onChange(CYCLE));
    }

    @Test
    void aCycleOfZeroIsRevised() {
        Poller poller = start(SubscriptionSettings.cyclic(Duration.ZERO), sink);
        assertThat(poller.revised().cycle()).isEqualTo(Poller.FASTEST);
        assertThat(poller.statusAt(1)).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
    }

    @Test
    void afterClosingTheSinkIsNotCalledAgainThoughAReadIsInFlight() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        device.onRead = () -> {
            reading.countDown();
            await().until(() -> mayReturn.getCount() == 0);
        };
        Poller poller = start(SubscriptionSettings.cyclic(CYCLE), sink);
        reading.await();
        poller.close();
        mayReturn.countDown();

        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("test")));
        assertThat(sink.samples()).isEmpty();
    }

    @Test
    void aSinkMayCloseItsPoller() {
        AtomicInteger calls = new AtomicInteger();
        Poller[] own = new Poller[1];
        CountDownLatch known = new CountDownLatch(1);
        own[0] = start(SubscriptionSettings.cyclic(CYCLE), batch -> {
            await().until(() -> known.getCount() == 0);
            own[0].close();
            calls.incrementAndGet();
        });
        known.countDown();

        await().until(() -> calls.get() > 0);
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("test")));
        assertThat(calls).hasValue(1);
    }

    @Test
    void strayInterruptsDoNotDisturbIt() {
        device.onRead = () -> Thread.currentThread().interrupt();
        pollAll(SubscriptionSettings.cyclic(CYCLE));
        assertThat(reads.get(POLLS - 1)).isEqualTo((POLLS - 1) * CYCLE.toNanos());
    }
}
