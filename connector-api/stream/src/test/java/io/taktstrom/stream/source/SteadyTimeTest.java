package io.taktstrom.stream.source;

import java.time.Duration;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SteadyTimeTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock(1_795_356_000_000_000_000L);
    private final SteadyTime time = new SteadyTime(clock);

    private Duration age(long stamp) {
        long at = time.of(stamp);
        return Duration.ofNanos(clock.epochNanos() - at);
    }

    @Test
    void aTimeStaysAsItWasStampedWhileTheClockIsNotSet() {
        assertThat(time.of(SampleBatch.NO_TIME)).isEqualTo(SampleBatch.NO_TIME);
        clock.advance(SECOND);
        long stamp = clock.epochNanos();
        clock.advance(SECOND);
        assertThat(time.of(stamp)).isEqualTo(stamp);
        clock.advance(Duration.ofDays(3));
        clock.stepEpoch(Duration.ofMillis(5));
        assertThat(time.of(stamp)).isEqualTo(stamp);
    }

    @ParameterizedTest
    @ValueSource(ints = {3600, -3600, 7, -7})
    void whoSetsTheClockMakesNothingYoungerOrOlder(int seconds) {
        long stamp = clock.epochNanos();
        clock.advance(SECOND);
        assertThat(age(stamp)).isEqualTo(SECOND);
        clock.stepEpoch(Duration.ofSeconds(seconds));
        clock.advance(SECOND);
        assertThat(age(stamp)).isEqualTo(SECOND.multipliedBy(2));
        clock.stepEpoch(Duration.ofSeconds(seconds));
        assertThat(age(stamp)).isEqualTo(SECOND.multipliedBy(2));
        assertThat(age(clock.epochNanos())).isZero();
    }

    /** Whether it was stamped before the step or after it is not known; it is not older than the look before. */
    @ParameterizedTest
    @ValueSource(ints = {3600, -3600})
    void whatComesBetweenAStepAndTheLookAfterItIsAsOldAsThatGapAtMost(int seconds) {
        clock.advance(SECOND.multipliedBy(100));
        time.of(SampleBatch.NO_TIME);
        long before = clock.epochNanos();
        clock.advance(Duration.ofMillis(300));
        clock.stepEpoch(Duration.ofSeconds(seconds));
        clock.advance(Duration.ofMillis(400));
        assertThat(age(before)).isBetween(Duration.ZERO, Duration.ofMillis(700));
    }
}
