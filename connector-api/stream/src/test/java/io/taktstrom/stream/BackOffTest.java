package io.taktstrom.stream;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BackOffTest {

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration CAP = Duration.ofSeconds(30);

    /** Always the longest wait there may be. */
    private static final RandomGenerator LONGEST = new RandomGenerator() {
        @Override
        public long nextLong() {
            return Long.MAX_VALUE;
        }

        @Override
        public long nextLong(long bound) {
            return bound - 1;
        }
    };

    @Test
    void theBoundDoublesUpToTheCap() {
        BackOff backOff = new BackOff(FIRST, CAP, LONGEST);
        long expected = FIRST.toNanos();
        for (int i = 0; i < 50; i++) {
            assertThat(backOff.nextNanos()).isEqualTo(expected);
            expected = Math.min(expected * 2, CAP.toNanos());
        }
    }

    @Test
    void afterASuccessItStartsAgain() {
        BackOff backOff = new BackOff(FIRST, CAP, LONGEST);
        for (int i = 0; i < 5; i++) {
            backOff.nextNanos();
        }
        backOff.reset();
        assertThat(backOff.nextNanos()).isEqualTo(FIRST.toNanos());
    }

    @Test
    void aLongWaitIsHalfOfTheBoundAtLeast() {
        BackOff backOff = new BackOff(FIRST, CAP, new SplittableRandom(7));
        long bound = FIRST.toNanos();
        for (int i = 0; i < 100; i++) {
            assertThat(backOff.longNanos()).isBetween(bound / 2, bound);
            bound = Math.min(2 * bound, CAP.toNanos());
        }
    }

    @Test
    void theWholeRangeIsUsed() {
        BackOff backOff = new BackOff(CAP, CAP, new SplittableRandom(42));
        int lowerHalf = 0;
        for (int i = 0; i < 10_000; i++) {
            long wait = backOff.nextNanos();
            assertThat(wait).isBetween(0L, CAP.toNanos());
            lowerHalf += wait < CAP.toNanos() / 2 ? 1 : 0;
        }
        assertThat(lowerHalf).isBetween(4_700, 5_300);
    }

    @Test
    void theSameSeedWaitsTheSame() {
        BackOff one = new BackOff(FIRST, CAP, new SplittableRandom(7));
        BackOff two = new BackOff(FIRST, CAP, new SplittableRandom(7));
        for (int i = 0; i < 20; i++) {
            assertThat(one.nextNanos()).isEqualTo(two.nextNanos());
        }
    }

    @Test
    void itMustGrowFromSomething() {
        assertThatIllegalArgumentException().isThrownBy(() -> new BackOff(Duration.ZERO, CAP, LONGEST));
        assertThatIllegalArgumentException().isThrownBy(() -> new BackOff(CAP, FIRST, LONGEST));
    }
}
