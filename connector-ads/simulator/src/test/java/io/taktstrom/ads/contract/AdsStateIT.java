package io.taktstrom.ads.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.AdsProvider;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What a PLC does to its clients: another program, CONFIG mode, too few notifications, one connection per host. */
@Timeout(value = TestPlc.LIMIT_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdsStateIT {

    private static final int POINTS = 50;
    private static final SubscriptionSettings FASTEST = SubscriptionSettings.onChange(Duration.ZERO);

    @AutoClose
    private TestPlc plc;

    @BeforeEach
    void start() throws IOException {
        plc = TestPlc.of(AdsModel.dints(POINTS));
    }

    @Test
    void afterADownloadAReadGivesTheNewProgramsValues() throws Exception {
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, TestPlc.names(POINTS));
        plc.simulator().set("MAIN.v3", 1003);
        assertThat(TestPlc.read(connection, group).get(3)).isEqualTo(1003L);
        plc.simulator().download();
        await().untilAsserted(() -> assertThat(TestPlc.read(connection, group)).isEqualTo(TestPlc.dints(POINTS)));
    }

    @Test
    void inConfigModeEveryPointIsBadAndInRunGoodAgain() throws Exception {
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, TestPlc.names(POINTS));
        assertThat(TestPlc.read(connection, group)).isEqualTo(TestPlc.dints(POINTS));
        plc.simulator().enterConfig();
        assertThat(TestPlc.read(connection, group)).containsOnly("Bad_NoCommunication");
        plc.simulator().download();
        await().untilAsserted(() -> assertThat(TestPlc.read(connection, group)).isEqualTo(TestPlc.dints(POINTS)));
    }

    @Test
    void pointsBeyondTheNotificationLimitArePolledAndSaySo() throws Exception {
        plc.simulator().setNotificationLimit(10);
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, TestPlc.names(POINTS));
        RecordingSink sink = new RecordingSink();
        Subscription subscription = connection.subscribe(group, FASTEST, sink);
        int pushed = 0;
        for (int i = 0; i < POINTS; i++) {
            String name = "MAIN.v" + i;
            if (subscription.statusAt(i) == StatusCode.GOOD) {
                pushed++;
            } else {
                assertThat(StatusCode.name(subscription.statusAt(i))).isEqualTo("Good_Overload");
            }
            plc.simulator().set(name, 1000 + i);
            sink.awaitValue(name, 1000L + i);
        }
        assertThat(pushed).isBetween(8, 10);
    }

    @Test
    void whoLosesItsConnectionToARivalHearsOfTheLikelyCause() throws Exception {
        plc.simulator().setOneConnectionPerHost(true);
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, "MAIN.v1");
        String message = "connection to " + plc.router() + " was closed by the peer: it has no route to us any more, it"
                + " was restarted, or another ADS client on this host took our place, for a router keeps one TCP"
                + " connection per host";
        try (Socket rival =
                new Socket(InetAddress.getLoopbackAddress(), plc.simulator().port())) {
            assertThat(TestPlc.cause(connection))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessage(message);
            assertThatThrownBy(() -> TestPlc.read(connection, group))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageEndingWith(message);
            assertThat(rival.isClosed()).isFalse();
        }
    }

    @Test
    void aRivalThatComesAgainAndAgainIsNamedWithTheRemedy() throws Exception {
        plc.simulator().setOneConnectionPerHost(true);
        for (int round = 1; round <= 3; round++) {
            Connection connection = plc.connect();
            try (Socket rival =
                    new Socket(InetAddress.getLoopbackAddress(), plc.simulator().port())) {
                assertThat(TestPlc.cause(connection)).hasMessageContaining("was closed by the peer");
                assertThat(rival.isClosed()).isFalse();
                if (round == 3) {
                    assertThat(TestPlc.cause(connection))
                            .hasMessageContaining("3 times in a row, soon after it had answered")
                            .hasMessageContaining("a router keeps one TCP connection per host")
                            .hasMessageContaining("one local router");
                }
            }
        }
    }

    @Test
    void aManagedConnectionSaysSoAndDoesNotFightForItsPlace() throws Exception {
        plc.simulator().setOneConnectionPerHost(true);
        List<String> notices = new CopyOnWriteArrayList<>();
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        ManagedSettings settings =
                ManagedSettings.standard().withBackOff(Duration.ofMillis(200), Duration.ofSeconds(5));
        Scan scan = new Scan(
                new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(10), Duration.ZERO),
                List.of(DataPoint.of("MAIN.v1")),
                batch -> {});
        try (ManagedConnection managed = ManagedConnection.to(new AdsProvider(), plc.endpoint())
                .named("plc")
                .scan(scan)
                .settings(settings)
                .observer(observer)
                .start()) {
            long steals = 0;
            long start = System.nanoTime();
            while (notices.stream().noneMatch(notice -> notice.contains("times in a row, soon after"))) {
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TestPlc.LIMIT);
                await().until(() -> managed.state() == ConnectionState.CONNECTED);
                long before = managed.attempts();
                try (Socket rival = new Socket(
                        InetAddress.getLoopbackAddress(), plc.simulator().port())) {
                    await().until(() -> managed.attempts() > before);
                    assertThat(rival.isClosed()).isFalse();
                    steals++;
                }
            }
            assertThat(steals).isGreaterThanOrEqualTo(3);
            assertThat(managed.attempts()).as("one attempt for each loss").isLessThanOrEqualTo(2 * steals + 2);
        }
    }
}
