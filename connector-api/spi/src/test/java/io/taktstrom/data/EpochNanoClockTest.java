package io.taktstrom.data;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EpochNanoClockTest {

    private final EpochNanoClock clock = EpochNanoClock.system();

    @Test
    void theEpochIsThatOfTheSystem() {
        Instant before = Instant.now();
        Instant shown = Instant.EPOCH.plus(clock.epochNanos(), ChronoUnit.NANOS);
        Instant after = Instant.now();
        // The offset between the clocks is measured once a second, and a busy machine may take its time to measure it.
        Duration slack = Duration.ofSeconds(1);
        assertThat(shown).isBetween(before.minus(slack), after.plus(slack));
    }

    @Test
    void theOffsetIsMeasuredAgain() {
        long first = clock.epochNanos();
        long start = System.nanoTime();
        long last = first;
        while (System.nanoTime() - start < 1_100_000_000L) {
            last = clock.epochNanos();
        }
        assertThat(last - first).isBetween(500_000_000L, 60_000_000_000L);
    }

    @Test
    void durationsOnlyGrow() {
        long last = clock.nanoTime();
        for (int i = 0; i < 100_000; i++) {
            long now = clock.nanoTime();
            assertThat(now - last).isNotNegative();
            last = now;
        }
    }
}
