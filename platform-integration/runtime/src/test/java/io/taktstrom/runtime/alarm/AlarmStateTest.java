package io.taktstrom.runtime.alarm;

import java.time.Duration;
import java.util.List;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** When a point raises an alarm, and clears it. */
class AlarmStateTest extends AlarmFixture {

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
