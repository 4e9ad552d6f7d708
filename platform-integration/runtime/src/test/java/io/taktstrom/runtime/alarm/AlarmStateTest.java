package io.taktstrom.runtime.alarm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.runtime.health.ConnectionReport;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.runtime.health.PointCounts;
import io.taktstrom.runtime.health.SinkReport;
import io.taktstrom.runtime.health.StreamReport;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AlarmStateTest {

    private static final DataPoint OIL =
            new DataPoint("press1.oil", "MAIN.oil", ScalarType.INT, false, "Cel", Map.of());
    /** Published in degrees, as the device has tenths. */
    private static final PointConfig OIL_CONFIG = new PointConfig(OIL, "press1", "fast", 0.1, 0, null, null);

    private static final FixedGroup GROUP =
            new FixedGroup(List.of(OIL), List.of(ScalarType.INT), List.of(StatusCode.GOOD));

    /** Keeps what comes to a stream. */
    private static final class Taken implements AccountedSink {

        private final List<String> samples = new ArrayList<>();

        @Override
        public void onSamples(SampleBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                samples.add(batch.group().points().get(batch.pointAt(i)).name() + "=" + batch.longAt(i));
            }
        }

        @Override
        public void lose(DropReason reason, long samples) {}
    }

    private final ManualClock clock = new ManualClock(1_000_000_000_000L);
    private final HealthEvents events = new HealthEvents(clock);
    private final List<String> notices = new ArrayList<>();
    private final RunningAlarms alarms = new RunningAlarms(clock, events, notices::add, null);
    private final Taken passed = new Taken();
    private final Taken published = new Taken();
    private final AccountedSink scan = alarms.watched(List.of(OIL_CONFIG), passed);
    private final SampleBatch batch = GROUP.newBatch();

    private boolean isOpen = true;
    private long backlog;
    private ConnectionState state = ConnectionState.CONNECTED;
    private ConnectionState second = ConnectionState.CONNECTED;
    private String trouble = "gone";
    private long lost;

    private void use(AlarmConfig... configs) {
        Map<String, AlarmConfig> byName = new LinkedHashMap<>();
        for (AlarmConfig config : configs) {
            byName.put(config.name(), config);
        }
        Deployment deployment = new Deployment(
                Path.of("plant.yaml"),
                Map.of(),
                Map.of(),
                List.of(OIL_CONFIG),
                List.of(),
                List.of(),
                Map.of(),
                null,
                Map.of(),
                HealthConfig.STANDARD,
                byName,
                null);
        alarms.use(deployment, point -> Map.of("all", () -> published));
        look();
        published.samples.clear();
    }

    private static AlarmConfig alarm(AlarmRule rule, int raiseSeconds, int clearSeconds) {
        return new AlarmConfig(
                "a",
                rule,
                Duration.ofSeconds(raiseSeconds),
                Duration.ofSeconds(clearSeconds),
                AlarmConfig.Severity.WARNING,
                "");
    }

    private static AlarmRule above(double limit, double hysteresis) {
        return new AlarmRule.Limit(List.of("press1.*"), true, limit, hysteresis);
    }

    private void sample(long raw) {
        sample(raw, StatusCode.GOOD);
    }

    private void sample(long raw, int status) {
        batch.reset(GROUP, clock.epochNanos(), 0);
        batch.add(0, SampleBatch.NO_TIME, status, raw);
        scan.onSamples(batch);
    }

    private void pass(int seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    private ConnectionReport connection(String name, ConnectionState of) {
        return new ConnectionReport(
                name, of, clock.epochNanos(), trouble, 1, PointCounts.NONE, 0, 1, 0, 0, false, "", List.of());
    }

    private boolean look() {
        alarms.look(new Facts(
                clock.epochNanos(),
                true,
                false,
                List.of(connection("press1", state), connection("press2", second)),
                List.of(new StreamReport(
                        "all.broker", "broker", new Accounting(0, 0, 0, Map.of()), lost, SampleBatch.NO_TIME, "")),
                List.of(new SinkReport(
                        "broker", isOpen, backlog > 0 ? "away" : "", backlog, SampleBatch.NO_TIME, 0, null)),
                Map.of(),
                0,
                "",
                ""));
        return alarms.reports().stream().anyMatch(AlarmReport::isActive);
    }

    @Test
    void aLimitIsOfThePublishedValueAndEndsBehindTheHysteresis() {
        use(alarm(above(70, 5), 0, 0));
        sample(700);
        assertThat(look()).isFalse();
        sample(701);
        assertThat(look()).isTrue();
        sample(660);
        assertThat(look()).as("within the hysteresis").isTrue();
        sample(650);
        assertThat(look()).isFalse();
        assertThat(published.samples).containsExactly("alarm.a=1", "alarm.a=0");
        assertThat(notices)
                .hasSize(2)
                .first()
                .asString()
                .contains("alarm a raised, warning: press1.oil is 70.1", "above 70");
        assertThat(events.latest())
                .extracting(HealthEvent::kind)
                .containsExactly(HealthEvent.Kind.RAISED, HealthEvent.Kind.CLEARED);
    }

    @Test
    void aLowerLimitIsTheSameUpsideDown() {
        use(alarm(new AlarmRule.Limit(List.of("press1.*"), false, 70, 5), 0, 0));
        sample(700);
        assertThat(look()).as("at the limit").isFalse();
        sample(699);
        assertThat(look()).isTrue();
        sample(749);
        assertThat(look()).as("within the hysteresis").isTrue();
        sample(750);
        assertThat(look()).isFalse();
    }

    @Test
    void itIsRaisedWhenItHasLastedAndClearedWhenItHasBeenOverForLongEnough() {
        use(alarm(above(70, 0), 3, 5));
        sample(800);
        assertThat(look()).isFalse();
        pass(2);
        sample(600);
        assertThat(look()).as("it did not last").isFalse();
        sample(800);
        pass(3);
        assertThat(look()).isTrue();
        sample(600);
        assertThat(look()).isTrue();
        pass(4);
        sample(800);
        assertThat(look()).isTrue();
        sample(600);
        assertThat(look()).isTrue();
        pass(5);
        assertThat(look()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {-3600, 3600})
    void whoSetsTheClockNeitherRaisesAnAlarmNorKeepsItFromBeingRaisedOrCleared(long seconds) {
        AlarmRule stale = new AlarmRule.Stale(List.of("press1.oil"), Duration.ofMinutes(1));
        use(
                alarm(above(70, 0), 3, 5),
                new AlarmConfig("quiet", stale, Duration.ZERO, Duration.ZERO, AlarmConfig.Severity.WARNING, ""));
        sample(800);
        pass(2);
        clock.stepEpoch(Duration.ofSeconds(seconds));
        assertThat(look()).as("two seconds have passed").isFalse();
        sample(800);
        pass(1);
        assertThat(look()).isTrue();
        assertThat(alarms.reports().get(0).since()).isEqualTo(clock.epochNanos());
        sample(600);
        assertThat(look()).isTrue();
        clock.stepEpoch(Duration.ofSeconds(-seconds));
        pass(4);
        assertThat(look()).as("four seconds have passed").isTrue();
        pass(1);
        assertThat(look()).isFalse();
        state = ConnectionState.WAITING;
        use(alarm(new AlarmRule.Disconnected(""), 3, 0));
        clock.stepEpoch(Duration.ofSeconds(seconds));
        pass(2);
        assertThat(look()).isFalse();
        pass(1);
        assertThat(look()).isTrue();
    }

    @Test
    void whatComesAndGoesBetweenTwoLooksIsSeen() {
        use(alarm(above(70, 0), 0, 0));
        sample(900);
        sample(100);
        assertThat(look()).isTrue();
        assertThat(look()).isFalse();
        use(alarm(above(70, 0), 2, 0));
        sample(900);
        pass(3);
        sample(100);
        assertThat(look()).as("it was met for three seconds").isTrue();
    }

    @Test
    void aBadSampleSaysNothingOfTheValue() {
        use(alarm(above(70, 0), 0, 0));
        sample(900);
        assertThat(look()).isTrue();
        sample(0, StatusCode.BAD_NO_COMMUNICATION);
        assertThat(look()).isTrue();
    }

    @Test
    void aPointThatIsBadIsSeenAndThatItIsGoodAgain() {
        use(alarm(new AlarmRule.Bad(List.of("press1.oil")), 1, 0));
        sample(0, StatusCode.BAD_NO_COMMUNICATION);
        assertThat(look()).isFalse();
        pass(1);
        assertThat(look()).isTrue();
        sample(1);
        assertThat(look()).isFalse();
    }

    @Test
    void aPointOfWhichNothingComesIsStaleAlsoWhenItNeverCame() {
        use(alarm(new AlarmRule.Stale(List.of("press1.oil"), Duration.ofSeconds(10)), 0, 0));
        pass(11);
        assertThat(look()).isTrue();
        sample(1);
        assertThat(look()).isFalse();
        pass(9);
        sample(1);
        pass(9);
        assertThat(look()).isFalse();
    }

    @Test
    void aValueIsComparedAsItIsPublished() {
        use(alarm(new AlarmRule.Equal(List.of("press1.oil"), 7), 0, 0));
        sample(70);
        assertThat(look()).isTrue();
        sample(71);
        assertThat(look()).isFalse();
    }

    @Test
    void connectionsSinksBacklogsAndLossesAreWatched() {
        use(alarm(new AlarmRule.Disconnected("press1"), 0, 0));
        state = ConnectionState.WAITING;
        assertThat(look()).isTrue();
        use(alarm(new AlarmRule.Failing(""), 0, 0));
        assertThat(look()).isFalse();
        isOpen = false;
        assertThat(look()).as("what could not be opened takes nothing").isTrue();
        isOpen = true;
        assertThat(look()).isFalse();
        backlog = 10;
        assertThat(look()).isTrue();
        use(alarm(new AlarmRule.Backlog("broker", 9, 5), 0, 0));
        assertThat(look()).isTrue();
        backlog = 5;
        assertThat(look()).as("within the hysteresis").isTrue();
        backlog = 4;
        assertThat(look()).isFalse();
        use(alarm(new AlarmRule.Drops("all"), 0, 0));
        assertThat(look()).isFalse();
        lost = 3;
        assertThat(look()).isTrue();
    }

    private String text() {
        return alarms.reports().get(0).text();
    }

    @Test
    void theTextFollowsTheCauseAndASecondFailureIsAnEventOfItsOwn() {
        use(alarm(new AlarmRule.Disconnected(""), 2, 0));
        state = ConnectionState.WAITING;
        look();
        pass(2);
        assertThat(look()).isTrue();
        trouble = "refused";
        assertThat(look()).isTrue();
        assertThat(text()).isEqualTo("press1 is not connected: refused");
        assertThat(events.latest()).hasSize(1);

        second = ConnectionState.WAITING;
        look();
        assertThat(events.latest()).as("it has not lasted").hasSize(1);
        pass(2);
        look();
        look();
        assertThat(text()).isEqualTo("press1 is not connected: refused, press2 is not connected: refused");
        assertThat(events.latest()).hasSize(2).last().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(HealthEvent.Kind.RAISED);
            assertThat(event.text())
                    .isEqualTo("alarm a raised, warning, another cause: press2 is not connected: refused");
        });
        assertThat(notices).hasSize(2);
        assertThat(alarms.reports().get(0).raised()).isEqualTo(2);

        state = ConnectionState.CONNECTED;
        assertThat(look()).isTrue();
        assertThat(text()).as("the one that is left").isEqualTo("press2 is not connected: refused");
        second = ConnectionState.CONNECTED;
        assertThat(look()).isFalse();
        assertThat(published.samples).containsExactly("alarm.a=1", "alarm.a=0");
        assertThat(events.latest()).hasSize(3);
    }

    @Test
    void twoShortFailuresOneAfterTheOtherAreNotALongOne() {
        use(alarm(new AlarmRule.Disconnected(""), 3, 0));
        state = ConnectionState.WAITING;
        look();
        pass(2);
        look();
        state = ConnectionState.CONNECTED;
        second = ConnectionState.WAITING;
        look();
        pass(2);
        assertThat(look()).isFalse();
        pass(1);
        assertThat(look()).isTrue();
        assertThat(text()).isEqualTo("press2 is not connected: gone");
    }

    @Test
    void theTextHasTheValueThatIsSeenNow() {
        use(alarm(above(70, 0), 0, 0));
        sample(800);
        assertThat(look()).isTrue();
        sample(990);
        assertThat(look()).isTrue();
        assertThat(text()).contains("press1.oil is 99.0");
        assertThat(events.latest()).hasSize(1);
    }

    @Test
    void anotherDeploymentWithTheSameRuleLeavesItsStateAndOneWithAnotherBeginsAgain() {
        use(alarm(above(70, 0), 0, 0));
        sample(900);
        assertThat(look()).isTrue();
        use(alarm(above(70, 0), 0, 0));
        assertThat(alarms.reports().get(0).isActive()).isTrue();
        events.latest().forEach(event -> assertThat(event.kind()).isEqualTo(HealthEvent.Kind.RAISED));
        use(alarm(above(95, 0), 0, 0));
        assertThat(events.latest()).hasSize(2).last().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(HealthEvent.Kind.CLEARED);
            assertThat(event.text()).contains("alarm a cleared: its rule is another one now");
        });
        sample(900);
        assertThat(look()).isFalse();
        use();
        sample(990);
        assertThat(look()).isFalse();
        assertThat(passed.samples).hasSize(3);
    }

    @Test
    void watchingAllocatesNothingPerSample() throws Exception {
        use(alarm(above(70, 1), 0, 0));
        AccountedSink quiet = new AccountedSink() {
            @Override
            public void onSamples(SampleBatch samples) {}

            @Override
            public void lose(DropReason reason, long samples) {}
        };
        AccountedSink watched = alarms.watched(List.of(OIL_CONFIG), quiet);
        long[] raw = {0};
        AllocationMeter.currentThread().assertZeroPerOperation(50_000, () -> {
            raw[0] = 1400 - raw[0];
            batch.reset(GROUP, 1, 0);
            batch.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, raw[0]);
            watched.onSamples(batch);
        });
    }
}
