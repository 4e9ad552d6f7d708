package io.taktstrom.stream.stage;

import java.math.BigInteger;
import java.time.Duration;

import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stream.TestGroups;
import org.junit.jupiter.api.Test;

import static io.taktstrom.data.StatusCode.BAD_TIMEOUT;
import static io.taktstrom.data.StatusCode.GOOD;
import static io.taktstrom.data.StatusCode.UNCERTAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DeadbandTest {

    private static StageRun run(Band band, DataType type) {
        return new StageRun(new Deadband(point -> band), TestGroups.of(type));
    }

    @Test
    void theFirstSamplePassesAndThenOnlyWhatMovedFurtherThanTheThreshold() {
        StageRun run = run(Band.absolute(0.5), ScalarType.LREAL);
        run.send(1, 10.0).send(2, 10.5).send(3, 10.6).send(4, 10.2).send(5, 10.0);
        assertThat(run.values()).containsExactly(10.0, 10.6, 10.0);
    }

    @Test
    void creepingIsSeenBecauseTheLastSampleThatPassedCounts() {
        StageRun run = run(Band.absolute(1), ScalarType.DINT);
        for (int i = 0; i < 7; i++) {
            run.send(i, i);
        }
        assertThat(run.values()).containsExactly(0L, 2L, 4L, 6L);
    }

    @Test
    void aThresholdOfZeroPassesAnyChange() {
        StageRun run = run(Band.absolute(0), ScalarType.DINT);
        run.send(1, 5).send(2, 5).send(3, 6);
        assertThat(run.values()).containsExactly(5L, 6L);
    }

    @Test
    void aPercentageIsOfTheRange() {
        StageRun run = run(Band.percent(10, -50, 150), ScalarType.REAL);
        run.send(1, 0f).send(2, 20f).send(3, 20.5f);
        assertThat(run.values()).containsExactly(0f, 20.5f);
    }

    @Test
    void aNewStatusPassesEvenIfTheValueStays() {
        StageRun run = run(Band.absolute(1), ScalarType.DINT);
        run.send(1, 5)
                .sendBad(2, BAD_TIMEOUT)
                .sendBad(3, BAD_TIMEOUT)
                .send(4, 5)
                .send(0, 5, UNCERTAIN, 5);
        assertThat(run.passed())
                .extracting(StageRun.Passed::status)
                .containsExactly(GOOD, BAD_TIMEOUT, GOOD, UNCERTAIN);
    }

    @Test
    void silenceEndsWhenItHasLastedTooLong() {
        StageRun run = run(Band.absolute(1).withMaxSilence(Duration.ofNanos(10)), ScalarType.DINT);
        run.send(100, 5).send(109, 5).send(110, 5).send(119, 5).send(120, 5);
        assertThat(run.passed()).extracting(StageRun.Passed::time).containsExactly(100L, 110L, 120L);
    }

    @Test
    void aClockThatWasSetBackEndsSilenceToo() {
        StageRun run = run(Band.absolute(1).withMaxSilence(Duration.ofNanos(10)), ScalarType.DINT);
        run.send(100, 5).send(20, 5);
        assertThat(run.passed()).hasSize(2);
    }

    @Test
    void notANumberIsFarFromEveryNumberAndNearToItself() {
        StageRun run = run(Band.absolute(100), ScalarType.LREAL);
        run.send(1, 1.0).send(2, Double.NaN).send(3, Double.NaN).send(4, 1.0);
        assertThat(run.values()).containsExactly(1.0, Double.NaN, 1.0);
    }

    @Test
    void infinityIsNearToItself() {
        StageRun run = run(Band.absolute(100), ScalarType.LREAL);
        run.send(1, Double.POSITIVE_INFINITY).send(2, Double.POSITIVE_INFINITY).send(3, 1.0);
        assertThat(run.values()).containsExactly(Double.POSITIVE_INFINITY, 1.0);
    }

    @Test
    void largeIntegersAreComparedExactly() {
        StageRun run = run(Band.absolute(1), ScalarType.LINT);
        long large = 1L << 60;
        run.send(1, large)
                .send(2, large + 1)
                .send(3, large + 2)
                .send(4, Long.MIN_VALUE)
                .send(5, Long.MAX_VALUE);
        assertThat(run.values()).containsExactly(large, large + 2, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Test
    void unsignedIntegersHaveNoSign() {
        StageRun run = run(Band.absolute(5), ScalarType.ULINT);
        BigInteger most = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
        run.send(1, 0).send(2, most).send(3, most.subtract(BigInteger.TWO));
        assertThat(run.values()).containsExactly(0L, most);
    }

    @Test
    void whatIsNoNumberPasses() {
        StageRun run = run(Band.absolute(5), StringType.string(10));
        run.send(1, "on").send(2, "on");
        assertThat(run.values()).containsExactly("on", "on");
    }

    @Test
    void aPointWithoutABandPasses() {
        StageRun run = new StageRun(
                new Deadband(point -> point.name().equals("p1") ? Band.absolute(10) : null), TestGroups.dints(2));
        run.send(0, 1, GOOD, 1).send(0, 2, GOOD, 1).send(1, 3, GOOD, 1).send(1, 4, GOOD, 1);
        assertThat(run.passed()).extracting(StageRun.Passed::point).containsExactly(0, 0, 1);
    }

    @Test
    void impossibleBandsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Band.absolute(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> Band.absolute(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Band.percent(5, 10, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> Band.percent(101, 0, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> Band.absolute(1).withMaxSilence(Duration.ZERO));
    }
}
