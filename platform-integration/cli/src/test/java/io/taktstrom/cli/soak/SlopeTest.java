package io.taktstrom.cli.soak;

import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class SlopeTest {

    private static final double[] HOURS =
            IntStream.range(0, 90).mapToDouble(minute -> minute / 60.0).toArray();

    private static double[] values(double perHour, double noise, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, HOURS.length)
                .mapToDouble(i -> 50 + perHour * HOURS[i] + noise * random.nextGaussian())
                .toArray();
    }

    @Test
    void aLineHasItsSlopeAndNoInterval() {
        Slope slope = Slope.of(HOURS, values(3, 0, 1));
        assertThat(slope.perHour()).isEqualTo(3, within(1e-9));
        assertThat(slope.high() - slope.low()).isLessThan(1e-9);
    }

    @Test
    void theIntervalHasTheSlopeInNineteenOfTwentyCases() {
        long inside = IntStream.range(0, 1000)
                .mapToObj(seed -> Slope.of(HOURS, values(3, 5, seed)))
                .filter(slope -> slope.low() <= 3 && 3 <= slope.high())
                .count();
        assertThat(inside).isBetween(925L, 975L);
    }

    @Test
    void twoPointsSayNothingOfTheInterval() {
        Slope slope = Slope.of(new double[] {0, 1}, new double[] {1, 2});
        assertThat(slope.perHour()).isEqualTo(1);
        assertThat(slope.low()).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void studentsQuantilesAreThoseOfTheTables() {
        assertThat(Slope.student(3)).isEqualTo(3.182, within(0.05));
        assertThat(Slope.student(10)).isEqualTo(2.228, within(0.002));
        assertThat(Slope.student(100)).isEqualTo(1.984, within(0.001));
    }
}
