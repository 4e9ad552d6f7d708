package io.taktstrom.testkit;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ManualClockTest {

    private static final long START = 1_800_000_000_000_000_000L;

    private final ManualClock clock = new ManualClock(START);

    @Test
    void timeStandsStillUntilItIsAdvanced() {
        assertThat(clock.epochNanos()).isEqualTo(START);
        assertThat(clock.nanoTime()).isZero();

        clock.advance(Duration.ofNanos(1_500));

        assertThat(clock.epochNanos()).isEqualTo(START + 1_500);
        assertThat(clock.nanoTime()).isEqualTo(1_500);
    }

    @Test
    void aStepMovesTheEpochClockAlone() {
        clock.advance(Duration.ofSeconds(1));
        clock.stepEpoch(Duration.ofHours(-1));

        assertThat(clock.epochNanos()).isEqualTo(START - 3_599_000_000_000L);
        assertThat(clock.nanoTime()).isEqualTo(1_000_000_000);
        assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(Duration.ofNanos(-1)));
    }
}
