package io.taktstrom.ads.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FileTimeTest {

    private static final Instant YEAR_1601 = Instant.parse("1601-01-01T00:00:00Z");

    @Test
    void theUnixEpochIsWhereTheCalendarSays() {
        assertThat(FileTime.UNIX_EPOCH)
                .isEqualTo(Duration.between(YEAR_1601, Instant.EPOCH).toSeconds() * 10_000_000);
        assertThat(FileTime.toEpochNanos(FileTime.UNIX_EPOCH)).isZero();
        assertThat(FileTime.fromEpochNanos(0)).isEqualTo(FileTime.UNIX_EPOCH);
    }

    @Test
    void aCapturedTimeIsInTheYearOfTheCapture() {
        // notificationOfOneByte of golden-frames.txt
        long nanos = FileTime.toEpochNanos(132540966190170000L);
        assertThat(Instant.ofEpochSecond(0, nanos)).isEqualTo(Instant.parse("2021-01-02T21:30:19.017Z"));
    }

    @Test
    void timesOutsideTheRangeOfLongStopAtItsEnds() {
        assertThat(FileTime.toEpochNanos(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(FileTime.toEpochNanos(-1)).isEqualTo(Long.MAX_VALUE);
        assertThat(FileTime.toEpochNanos(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(FileTime.toEpochNanos(Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theLastTimesInsideTheRangeAreExact() {
        long last = FileTime.fromEpochNanos(Long.MAX_VALUE);
        assertThat(FileTime.toEpochNanos(last)).isEqualTo(Long.MAX_VALUE / 100 * 100);
        assertThat(FileTime.toEpochNanos(last + 1)).isEqualTo(Long.MAX_VALUE);
        long first = FileTime.fromEpochNanos(Long.MIN_VALUE) + 1;
        assertThat(FileTime.toEpochNanos(first)).isEqualTo(Long.MIN_VALUE / 100 * 100);
        assertThat(FileTime.toEpochNanos(first - 1)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void everyTimeSurvivesTheRoundTripToItsTickAndOrderIsKept() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            long nanos = random.nextLong();
            long tick = FileTime.fromEpochNanos(nanos);
            assertThat(tick).as("seed %d", seed).isPositive();
            if (nanos >= Long.MIN_VALUE / 100 * 100) {
                assertThat(FileTime.toEpochNanos(tick))
                        .as("seed %d, %d", seed, nanos)
                        .isEqualTo(Math.floorDiv(nanos, 100L) * 100);
            }
            long a = random.nextLong();
            long b = random.nextLong();
            if (Long.compareUnsigned(a, b) <= 0) {
                assertThat(FileTime.toEpochNanos(a))
                        .as("seed %d, %d, %d", seed, a, b)
                        .isLessThanOrEqualTo(FileTime.toEpochNanos(b));
            }
        }
    }
}
