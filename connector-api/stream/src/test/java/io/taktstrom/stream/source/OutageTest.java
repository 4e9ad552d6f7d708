package io.taktstrom.stream.source;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Days in seconds: whenever the connection waits, the clock jumps to the end of the wait. */
class OutageTest {

    private static final List<DataPoint> POINTS = List.of(DataPoint.of("a"), DataPoint.of("b"));
    private static final long HOUR = Duration.ofHours(1).toNanos();

    /** Thirteen thousand notices: writing them takes longer than the tests. */
    private static final Logger LOG = Logger.getLogger("io.taktstrom.stream");

    private final ManualClock clock = new ManualClock(0);
    private final FakeDevice device = FakeDevice.pushing();
    private final IdleStrategy jump = (c, deadline) -> clock.advance(Duration.ofNanos(deadline - c.nanoTime()));
    private final AtomicLong good = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final CountDownLatch over = new CountDownLatch(1);

    @BeforeAll
    static void quiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void loud() {
        LOG.setLevel(null);
    }

    private ManagedConnection start(ScanClass scanClass, ManagedSettings settings) {
        Scan scan = new Scan(scanClass, POINTS, batch -> {
            for (int i = 0; i < batch.size(); i++) {
                (StatusCode.isBad(batch.statusAt(i)) ? lost : good).incrementAndGet();
            }
        });
        return ManagedConnection.to(device, device.endpoint())
                .named("press1")
                .scan(scan)
                .settings(settings)
                .clock(clock)
                .start();
    }

    private ManagedSettings settings(IdleStrategy idle) {
        return ManagedSettings.standard().withSeed(42).withIdle(IdleStrategy.PARK, idle);
    }

    /** The end of a test's script: the caller waits until it is interrupted. */
    private void end() throws ConnectorException {
        over.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new ConnectFailedException("interrupted", e);
        }
    }

    @Test
    void whoSetsTheClockMakesASessionNeitherYoungerNorOlder() {
        clock.advance(Duration.ofSeconds(1));
        try (ManagedConnection connection = start(ManagedFixture.NOTIFY, ManagedSettings.standard())) {
            await().until(() -> connection.state() == ConnectionState.CONNECTED);
            for (Duration step : List.of(Duration.ofHours(1), Duration.ofHours(-5))) {
                connection.since();
                clock.stepEpoch(step);
                clock.advance(Duration.ofSeconds(1));
                connection.since();
            }
            assertThat(clock.epochNanos() - connection.since())
                    .isEqualTo(Duration.ofSeconds(2).toNanos());
        }
    }

    @Test
    void aLongWeekendWithoutThePlcLeaksNothing() throws Exception {
        long off = HOUR;
        long on = 61 * HOUR;
        AtomicLong failed = new AtomicLong();
        AtomicLong heapEarly = new AtomicLong();
        AtomicLong threadsEarly = new AtomicLong();
        device.onConnect = () -> {
            long now = clock.nanoTime();
            if (now > on + HOUR) {
                end();
            }
            if (now > off && now < on) {
                if (failed.incrementAndGet() == 2_000) {
                    heapEarly.set(heapInUse());
                    threadsEarly.set(threads());
                }
                throw new ConnectFailedException("no route to host");
            }
        };
        device.onDevice = () -> {
            long now = clock.nanoTime();
            if ((now > off && now < on) || now > on + HOUR) {
                throw new RequestTimeoutException("silence");
            }
        };
        ManagedConnection connection = start(ManagedFixture.NOTIFY, settings(jump));
        over.await();

        assertThat(failed.get()).as("about 15 s each").isBetween(10_000L, 20_000L);
        assertThat(threads() - threadsEarly.get()).as("threads").isLessThan(10);
        assertThat(heapInUse() - heapEarly.get()).as("bytes").isLessThan(1_000_000);
        assertThat(lost).as("each point once per loss").hasValue(2 * 2);
        assertThat(good).as("each point once per session").hasValue(2 * 2);
        assertThat(device.open()).isZero();
        connection.close();
    }

    @Test
    void aThousandShortSessionsWithPollersLeakNothing() throws Exception {
        CountDownLatch[] polled = {new CountDownLatch(1)};
        AtomicLong heapEarly = new AtomicLong();
        AtomicLong threadsEarly = new AtomicLong();
        device.onConnect = () -> {
            polled[0] = new CountDownLatch(1);
            if (device.connected() == 200) {
                awaitNoPoller();
                heapEarly.set(heapInUse());
                threadsEarly.set(threads());
            }
            if (device.connected() == 1_000) {
                end();
            }
        };
        device.onRead = () -> polled[0].countDown();
        // A session lasts until its poller has read once; then it does not answer.
        device.onDevice = () -> {
            await().pollInterval(Duration.ofNanos(50_000)).until(() -> polled[0].getCount() == 0);
            throw new RequestTimeoutException("silence");
        };
        ScanClass poll = new ScanClass("slow", ScanClass.Mode.POLL, Duration.ofDays(1), Duration.ZERO);
        try (ManagedConnection connection = start(poll, settings(jump))) {
            over.await();

            awaitNoPoller();
            assertThat(connection.attempts()).isGreaterThanOrEqualTo(1_000);
            assertThat(threads() - threadsEarly.get()).as("threads").isLessThan(10);
            // Histograms are made when something is first recorded; a session that stayed would hold ten times as much.
            assertThat(heapInUse() - heapEarly.get()).as("bytes").isLessThan(800 * 3_000);
            assertThat(device.open()).isZero();
        }
    }

    @Test
    void aPlcThatStaysOffIsReportedAtGrowingIntervalsWithACountOfAttempts() throws Exception {
        List<String> notices = new CopyOnWriteArrayList<>();
        device.onConnect = () -> {
            if (clock.nanoTime() > 10 * HOUR) {
                end();
            }
            throw new ConnectFailedException("no route to host");
        };
        try (ManagedConnection connection = ManagedConnection.to(device, device.endpoint())
                .named("press1")
                .settings(settings(jump))
                .clock(clock)
                .onNotice(notices::add)
                .start()) {
            over.await();

            assertThat(connection.attempts()).isGreaterThan(1_000);
            assertThat(notices)
                    .as("at 0, 1, 3, 8, 18, 48 min, then each hour")
                    .hasSizeBetween(13, 17)
                    .allMatch(notice -> notice.contains("no route to host") && notice.contains("attempt "));
        }
    }

    private static void awaitNoPoller() {
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("takt-poller")));
    }

    @Test
    void sessionsThatDieYoungDoNotBringTheBackOffDown() throws Exception {
        device.onConnect = () -> {
            if (device.connected() == 100) {
                end();
            }
        };
        device.onDevice = FakeDevice.failing(new RequestTimeoutException("silence"));
        try (ManagedConnection connection =
                start(ManagedFixture.NOTIFY, settings(jump).withHeartbeat(Duration.ofSeconds(1)))) {
            over.await();
            assertThat(connection.attempts()).isEqualTo(101);
            assertThat(clock.nanoTime())
                    .as("ns; 100 s of heartbeats and, towards the end, 15 s for each wait")
                    .isGreaterThan(Duration.ofSeconds(100 + 600).toNanos());
        }
    }

    @Test
    void aStableSessionIsFollowedByAQuickAttempt() throws Exception {
        AtomicLong since = new AtomicLong();
        device.onConnect = () -> {
            since.set(clock.nanoTime());
            if (device.connected() == 100) {
                end();
            }
        };
        device.onDevice = () -> {
            if (clock.nanoTime() - since.get() > Duration.ofSeconds(10).toNanos()) {
                throw new RequestTimeoutException("silence");
            }
        };
        try (ManagedConnection connection =
                start(ManagedFixture.NOTIFY, settings(jump).withHeartbeat(Duration.ofSeconds(1)))) {
            over.await();
            assertThat(connection.reconnects()).isEqualTo(99);
            assertThat(clock.nanoTime())
                    .as("ns; 11 s per session and at most 100 ms for each wait")
                    .isLessThanOrEqualTo(Duration.ofSeconds(1_110).toNanos());
        }
    }

    @Test
    void aDeviceThatSendsValuesIsNotAsked() throws Exception {
        AtomicLong waits = new AtomicLong();
        IdleStrategy pushAndJump = (c, deadline) -> {
            if (waits.incrementAndGet() > 1_000) {
                over.countDown();
                IdleStrategy.PARK.idle(c, deadline);
            } else {
                device.push(waits.get());
                jump.idle(c, deadline);
            }
        };
        try (ManagedConnection connection = start(ManagedFixture.NOTIFY, settings(pushAndJump))) {
            over.await();
            assertThat(device.heartbeats()).isZero();
            assertThat(connection.state()).isEqualTo(ConnectionState.CONNECTED);
        }
    }

    private static long threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private static long heapInUse() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
