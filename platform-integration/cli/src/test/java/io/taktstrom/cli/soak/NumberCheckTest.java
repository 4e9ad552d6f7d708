package io.taktstrom.cli.soak;

import java.util.List;

import io.taktstrom.cli.plant.SeenSample;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NumberCheckTest {

    private static final long COUNTED = 1_000;

    private final Runs runs = new Runs();
    private final NumberCheck check = new NumberCheck("all", "ads.count", "a file", NumberCheck.Kind.EACH, runs);

    @BeforeEach
    void begin() {
        runs.begin(0, false);
    }

    private static SeenSample sample(long value, String status, long at) {
        return new SeenSample("ads.count", value, status, at, -1);
    }

    private void good(long... values) {
        for (long value : values) {
            check.add(sample(value, "Good", 10 * value), COUNTED);
        }
    }

    private List<String> wrong() {
        return check.wrong(0);
    }

    @Test
    void numbersInOrderAndTheirRepeatsAreRight() {
        good(1, 2, 3, 2, 3, 4);
        assertThat(wrong()).isEmpty();
        assertThat(check.repeated()).isEqualTo(2);
        assertThat(check.samples()).isEqualTo(4);
    }

    @Test
    void aNumberThatIsMissingNeedsAMark() {
        good(1, 2);
        check.add(sample(5, "Good+Overflow", 50), COUNTED);
        check.add(sample(-1, "Bad_NoCommunication", 60), COUNTED);
        good(9);
        assertThat(wrong()).isEmpty();
        assertThat(check.marked()).isEqualTo(5);
        good(12);
        assertThat(wrong()).singleElement().asString().contains("2 numbers without a mark behind 9");
        assertThat(check.wrong(2)).isEmpty();
    }

    @Test
    void whatComesLateOrWasNeverCountedIsWrong() {
        good(1, 3);
        good(2);
        good(COUNTED + 1);
        assertThat(wrong()).hasSize(4);
    }

    @Test
    void behindAnOrderlyEndNothingIsMarkedAndBehindAKillTheGapIs() {
        good(1, 2);
        runs.begin(25, false);
        good(5);
        assertThat(wrong()).isEmpty();
        assertThat(check.between()).isEqualTo(2);
        runs.begin(55, true);
        good(9);
        assertThat(wrong()).hasSize(1);
    }

    @Test
    void receiversOfTheSameSamplesAgree() {
        NumberCheck other = new NumberCheck("all", "ads.count", "a broker", NumberCheck.Kind.EACH, runs);
        good(1, 2, 2, 3);
        for (long value = 1; value < 4; value++) {
            other.add(sample(value, "Good", 10 * value), COUNTED);
        }
        assertThat(other.of(1)).isEqualTo(check.of(1));
        other.add(sample(4, "Good", 40), COUNTED);
        assertThat(other.of(1)).isNotEqualTo(check.of(1));
    }
}
