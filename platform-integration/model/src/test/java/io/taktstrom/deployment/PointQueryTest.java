package io.taktstrom.deployment;

import java.util.List;
import java.util.Map;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PointQueryTest {

    private static final PointConfig TEMPERATURE = PointConfig.of(
            new DataPoint(
                    "press1.oil.temperature",
                    "MAIN.fOil",
                    ScalarType.LREAL,
                    false,
                    "Cel",
                    Map.of("kind", "temperature", "line", "A1")),
            "press1",
            "slow");

    private static final PointConfig SPEED =
            PointConfig.of(DataPoint.of("press2.speed", "MAIN.speed"), "press2", "fast");

    private static boolean finds(PointConfig point, String... terms) {
        return PointQuery.parse(List.of(terms)).matches(point);
    }

    @Test
    void aPatternAloneIsOverNames() {
        assertThat(finds(TEMPERATURE, "press1.**")).isTrue();
        assertThat(finds(TEMPERATURE, "press1.*")).isFalse();
        assertThat(finds(SPEED, "press2.*")).isTrue();
    }

    @Test
    void eachPropertyCanBeSearched() {
        assertThat(finds(
                        TEMPERATURE,
                        "name=press*.**",
                        "address=MAIN.*",
                        "on=press1",
                        "scan=slow",
                        "unit=Cel",
                        "type=LREAL"))
                .isTrue();
        assertThat(finds(TEMPERATURE, "id=press1.oil.temperature")).isTrue();
        assertThat(finds(TEMPERATURE, "on=press2")).isFalse();
        assertThat(finds(SPEED, "type=*")).isFalse();
        assertThat(finds(SPEED, "unit=Cel")).isFalse();
    }

    @Test
    void anyOtherWordIsALabel() {
        assertThat(finds(TEMPERATURE, "kind=temperature", "line=A*")).isTrue();
        assertThat(finds(TEMPERATURE, "kind=pressure")).isFalse();
        assertThat(finds(SPEED, "kind=*")).isFalse();
    }

    @Test
    void noTermFindsAll() {
        assertThat(finds(SPEED)).isTrue();
    }

    @Test
    void halfATermIsRefusedWithTheForm() {
        for (String term : new String[] {"", "=x", "kind="}) {
            assertThatThrownBy(() -> PointQuery.parse(List.of(term)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("'" + term + "' is not a search term; write a pattern over names, or property=pattern,"
                            + " such as press1.**, unit=Cel, kind=temperature");
        }
    }
}
