package io.taktstrom.ads.contract;

import java.time.Duration;
import java.util.stream.IntStream;

import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** More points than the device may be asked to notify of. */
@Timeout(value = 4 * TestPlc.LIMIT_SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdsBudgetIT {

    private static final int POINTS = 30;
    private static final SubscriptionSettings ON_CHANGE = SubscriptionSettings.onChange(Duration.ofMillis(20));

    private final RecordingSink sink = new RecordingSink(Duration.ofSeconds(TestPlc.LIMIT_SECONDS));

    private static PointGroup points(Connection connection) throws Exception {
        return TestPlc.resolve(
                connection,
                IntStream.range(0, POINTS).mapToObj(i -> "MAIN.v" + i).toArray(String[]::new));
    }

    private static long polled(Subscription subscription) {
        return IntStream.range(0, POINTS)
                .filter(point -> subscription.statusAt(point) == StatusCode.GOOD_OVERLOAD)
                .count();
    }

    /** As the device counts them, without the one that watches the version of the symbols. */
    private static void awaitNotifications(TestPlc plc, int count) {
        await().atMost(Duration.ofSeconds(TestPlc.LIMIT_SECONDS))
                .untilAsserted(() -> assertThat(plc.simulator().notifications()).isEqualTo(count + 1));
    }

    private void everyPointHasItsFirstValueAndLaterOnes(TestPlc plc) {
        for (int i = 0; i < POINTS; i++) {
            sink.awaitValue("MAIN.v" + i, (long) i);
        }
        for (int i = 0; i < POINTS; i++) {
            plc.simulator().set("MAIN.v" + i, 1000 + i);
        }
        for (int i = 0; i < POINTS; i++) {
            sink.awaitValue("MAIN.v" + i, 1000L + i);
        }
    }

    @Test
    void pointsBeyondTheBudgetArePolledAndSaySo() throws Exception {
        try (TestPlc plc = TestPlc.of(AdsModel.dints(POINTS))) {
            Connection connection = plc.connect("maxNotifications=10");
            try (Subscription subscription = connection.subscribe(points(connection), ON_CHANGE, sink)) {
                assertThat(polled(subscription)).isEqualTo(POINTS - 10);
                awaitNotifications(plc, 10);
                everyPointHasItsFirstValueAndLaterOnes(plc);
                assertThat(plc.notices())
                        .anyMatch(notice -> notice.contains("20 of 30 points of a subscription are polled every 20ms")
                                && notice.contains("maxNotifications=10"));
                for (int i = 0; i < POINTS; i++) {
                    assertThat(sink.samplesOf("MAIN.v" + i))
                            .as("only changes are delivered")
                            .hasSize(2);
                }
            }
        }
    }

    @Test
    void pointsThatTheDeviceHasNoResourcesForArePolled() throws Exception {
        try (TestPlc plc = TestPlc.of(AdsModel.dints(POINTS))) {
            plc.simulator().setNotificationLimit(5);
            Connection connection = plc.connect();
            try (Subscription subscription = connection.subscribe(points(connection), ON_CHANGE, sink)) {
                assertThat(polled(subscription)).isEqualTo(POINTS - 4);
                everyPointHasItsFirstValueAndLaterOnes(plc);
                assertThat(plc.notices()).anyMatch(notice -> notice.contains("the device refuses more notifications"));
            }
        }
    }

    @Test
    void subscriptionsShareTheBudgetAndGiveBackWhatTheyHad() throws Exception {
        try (TestPlc plc = TestPlc.of(AdsModel.dints(POINTS))) {
            Connection connection = plc.connect("maxNotifications=40");
            PointGroup group = points(connection);
            RecordingSink other = new RecordingSink();
            Subscription first = connection.subscribe(group, ON_CHANGE, other);
            try (Subscription second = connection.subscribe(group, ON_CHANGE, other)) {
                assertThat(polled(first)).isZero();
                assertThat(polled(second)).isEqualTo(20);
                awaitNotifications(plc, 40);
                first.close();
                awaitNotifications(plc, 10);
                try (Subscription third = connection.subscribe(group, ON_CHANGE, sink)) {
                    assertThat(polled(third)).isZero();
                    awaitNotifications(plc, 40);
                    everyPointHasItsFirstValueAndLaterOnes(plc);
                }
            }
        }
    }

    @Test
    void withoutAnyBudgetEachCycleIsPolled() throws Exception {
        try (TestPlc plc = TestPlc.of(AdsModel.dints(POINTS))) {
            Connection connection = plc.connect("maxNotifications=0");
            SubscriptionSettings cyclic = SubscriptionSettings.cyclic(Duration.ofMillis(20));
            try (Subscription subscription = connection.subscribe(points(connection), cyclic, sink)) {
                assertThat(polled(subscription)).isEqualTo(POINTS);
                sink.awaitCount(10 * POINTS);
                assertThat(sink.samplesOf("MAIN.v7").size()).isGreaterThan(5);
            }
        }
    }

    @Test
    void polledPointsGoOnAfterAnOnlineChange() throws Exception {
        try (TestPlc plc = TestPlc.of(AdsModel.dints(POINTS))) {
            Connection connection = plc.connect("maxNotifications=10");
            try (Subscription subscription = connection.subscribe(points(connection), ON_CHANGE, sink)) {
                everyPointHasItsFirstValueAndLaterOnes(plc);
                plc.simulator().onlineChange();
                sink.awaitSample(sample -> sample.point().equals("MAIN.v29") && StatusCode.isBad(sample.status()));
                await().atMost(Duration.ofSeconds(TestPlc.LIMIT_SECONDS))
                        .until(() -> polled(subscription) == POINTS - 10);
                plc.simulator().set("MAIN.v29", 7777);
                sink.awaitValue("MAIN.v29", 7777L);
                plc.simulator().set("MAIN.v0", 8888);
                sink.awaitValue("MAIN.v0", 8888L);
                awaitNotifications(plc, 10);
            }
        }
    }
}
