package io.taktstrom.stream;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;

import io.taktstrom.testkit.ManualClock;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

class TimingsTest {

    private static final Percentage ONE = Percentage.withPercentage(1);

    private final ManualClock clock = new ManualClock(0);
    private final Timings timings = new Timings(clock);

    @Test
    void quantilesAreOfWhatWasRecorded() {
        for (int i = 1; i <= 1000; i++) {
            timings.record(i * 1_000L);
        }
        assertThat(timings.recentNanos(0.5)).isCloseTo(500_000, ONE);
        assertThat(timings.recentNanos(0.99)).isCloseTo(990_000, ONE);
        assertThat(timings.recentNanos(1)).isCloseTo(1_000_000, ONE);
        assertThat(timings.count()).isEqualTo(1_000);
    }

    @Test
    void nothingRecordedIsZero() {
        assertThat(timings.recentNanos(1)).isZero();
    }

    @Test
    void recentForgetsAfterTwoWindowsAndTheTotalNever() {
        timings.record(5_000_000);
        assertThat(timings.recentNanos(1)).isCloseTo(5_000_000, ONE);
        clock.advance(Timings.WINDOW);
        timings.record(1_000_000);
        assertThat(timings.recentNanos(1)).isCloseTo(5_000_000, ONE);
        timings.record(2_000_000);
        clock.advance(Timings.WINDOW);
        assertThat(timings.recentNanos(1)).isCloseTo(2_000_000, ONE);
        clock.advance(Timings.WINDOW);
        assertThat(timings.recentNanos(1)).isZero();
        assertThat(timings.count()).isEqualTo(3);
        assertThat(timings.snapshot().getMaxValue()).isCloseTo(5_000_000, ONE);
    }

    @Test
    void whatWasNotReadForLongIsStillShownOnce() {
        timings.record(5_000_000);
        clock.advance(Duration.ofHours(1));
        assertThat(timings.recentNanos(1)).isCloseTo(5_000_000, ONE);
    }

    @Test
    void eachDurationIsWithinAPercentAndHalfAMicrosecond() {
        for (double nanos = 1; nanos < 6e11; nanos *= 1.003) {
            Timings one = new Timings(clock);
            one.record((long) nanos);
            assertThat((double) one.recentNanos(0.5)).isCloseTo(nanos, offset(512 + nanos / 100));
        }
    }

    @Test
    void threadsThatRecordWhileWindowsChangeLoseNothing() throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int seed = i;
            threads[i] = new Thread(() -> {
                Random random = new Random(seed);
                for (int k = 0; k < 100_000; k++) {
                    timings.record(random.nextInt(10_000_000));
                }
            });
            threads[i].start();
        }
        while (Stream.of(threads).anyMatch(Thread::isAlive)) {
            clock.advance(Timings.WINDOW);
            timings.recentNanos(0.99);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(timings.count()).isEqualTo(300_000);
        assertThat(timings.snapshot().getTotalCount()).isEqualTo(300_000);
    }

    @Test
    void impossibleDurationsAreCut() {
        timings.record(-5);
        timings.record(Long.MAX_VALUE);
        assertThat(timings.count()).isEqualTo(2);
        assertThat(timings.recentNanos(1)).isCloseTo(Duration.ofMinutes(10).toNanos(), ONE);
    }
}
