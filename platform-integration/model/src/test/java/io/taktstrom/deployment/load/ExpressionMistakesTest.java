package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.ComputedConfig;
import io.taktstrom.deployment.ComputedConfig.OnBad;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentChanges;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.TestCatalog;
import io.taktstrom.deployment.schema.SchemaCheck;
import io.taktstrom.model.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ExpressionMistakesTest {

    private static final String COMPUTED = """
              - {id: line.load, compute: "line.ratio > 2.0 ? press1.temperature : 0.0", onBad: last}
              - {id: line.ratio, compute: "press1.temperature * 2.0 / double(meter.power)", unit: Cel, labels: {kind: ratio}}
            """;

    private static final String CONDITIONS = """
            alarms:
              hot: {when: holds, condition: "press1.temperature > 70.0 && meter.power > 0", for: 5s}
              loaded: {when: above, points: line.load, limit: 3}
            """;

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private static String good() {
        return LoaderFixture.GOOD
                        .replace("  - {browse: press1", COMPUTED + "  - {browse: press1")
                        .replace(
                                "- {id: power, from: [meter.*]",
                                "- {id: power, when: \"line.ratio > 1.0\", from: [line.*]")
                + CONDITIONS;
    }

    @Test
    void computedPointsAndConditionsAreRead() {
        Deployment deployment = fixture.loaded(good());
        assertThat(deployment.computed())
                .as("each after those that it needs")
                .extracting(ComputedConfig::name)
                .containsExactly("line.ratio", "line.load");
        ComputedConfig ratio = deployment.computed().get(0);
        assertThat(ratio.point().type()).as("the file has the types").isEqualTo(ScalarType.LREAL);
        assertThat(ratio.point().unit()).isEqualTo("Cel");
        assertThat(ratio.onBad()).isEqualTo(OnBad.BAD);
        assertThat(deployment.computed().get(1).onBad()).isEqualTo(OnBad.LAST);
        assertThat(deployment.streams().get(1).when()).hasToString("line.ratio > 1.0");
        assertThat(Objects.requireNonNull(deployment.alarms().get("hot")).rule())
                .isInstanceOfSatisfying(
                        AlarmRule.Holds.class,
                        holds -> assertThat(holds.selector().test("alarm.hot condition"))
                                .isTrue());
        assertThat(deployment.inputs()).containsExactlyInAnyOrder("line.ratio", "press1.temperature", "meter.power");
        assertThat(deployment.toString())
                .contains(
                        "2 computed points",
                        "point line.ratio = press1.temperature * 2.0 / double(meter.power)",
                        " when line.ratio > 1.0",
                        "alarm hot: holds press1.temperature > 70.0");
        assertThat(SchemaCheck.of(TestCatalog.CATALOG).problems(good())).isEmpty();
    }

    @Test
    void whatAnExpressionNeedsIsNotUnused() {
        DeploymentResult result = fixture.load(good());
        assertThat(result).isInstanceOf(DeploymentResult.Loaded.class);
        assertThat(((DeploymentResult.Loaded) result).warnings())
                .as("meter.power is an input")
                .isEmpty();
    }

    @Test
    void whatIsDifferentIsSaid() {
        Deployment before = fixture.loaded(good());
        Deployment after = fixture.loaded(good().replace("* 2.0 /", "* 3.0 /").replace("ratio > 1.0", "ratio > 2.5"));
        assertThat(DeploymentChanges.between(before, after).lines())
                .containsExactly("computed point line.ratio: computed otherwise", "stream power: another condition");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "press1.temperature * 2.0 | pres1.temperature * 2.0 | 14:32: points[4].compute: unknown point 'pres1.temperature', in column 1 of 'pres1.temperature * 2.0 / double(meter.power)'; did you mean 'press1.temperature'?",
                "double(meter.power) | double(metre.power) | 14:66: points[4].compute: unknown point 'metre.power', in column 35 of",
                "* 2.0 / | * 2 / | 14:51: points[4].compute: '*' does not take double, int, in column 20 of 'press1.temperature * 2 / double(meter.power)'; turn one into the other",
                "* 2.0 / | * 2.0 / / | 14:59: points[4].compute: ",
                "press1.temperature * 2.0 | line.load * 2.0 | computed points need each other: line.load -> line.ratio -> line.load; compute one of them from other points",
                "press1.temperature * 2.0 | line.ratio * 2.0 | computed points need each other: line.ratio -> line.ratio",
                "press1.temperature * 2.0 / double(meter.power) | 2.0 | '2.0' names no point",
                "id: line.ratio, compute | id: meter.power, compute | 14:10: points[4].id: point 'meter.power' is defined twice, on lines 12 and 14",
                "id: line.ratio, compute | id: line.ratio, scan: slow, compute | unknown key",
                "onBad: last | onBad: late | 'late' is not one of bad, skip, last",
                "unit: Cel, labels: {kind: ratio} | unit: celsius | 'celsius' is not a UCUM code",
                "when: \"line.ratio > 1.0\" | when: \"line.ratio + 1.0\" | 18:23: streams[1].when: 'line.ratio + 1.0' is of type LREAL, and a condition is true or false",
                "when: \"line.ratio > 1.0\" | when: \"line.ratoi > 1.0\" | unknown point 'line.ratoi', in column 1 of 'line.ratoi > 1.0'; did you mean 'line.ratio'?",
                "when: holds, condition | when: holds, conditions | unknown key; did you mean 'condition'?",
                "condition: \"press1.temperature > 70.0 | condition: \"alarm.loaded | unknown point 'alarm.loaded'",
            })
    void mistakesAreSaidAtTheirPlace(String part, String instead, String message) {
        assertThat(good()).contains(part);
        assertThat(fixture.problems(good().replace(part, instead))).contains(message);
    }

    @Test
    void aPlaceInATextOfSeveralLinesIsSaidInTheMessage() {
        String yaml = good().replace(
                        "  - {id: line.ratio, compute: \"press1.temperature * 2.0 / double(meter.power)\", unit: Cel, labels: {kind: ratio}}\n",
                        "  - id: line.ratio\n    compute: |\n      press1.temperature\n        * 2 / double(meter.power)\n");
        assertThat(fixture.problems(yaml))
                .contains(
                        "15:14: points[4].compute: '*' does not take double, int, in line 2, column 3 of '  * 2 / double");
    }

    @Test
    void aPointThatMayBeBrowsedIsNotUnknown() {
        String yaml = good().replace("press1.temperature * 2.0", "press1.MAIN.axis1.x * 2.0");
        assertThat(fixture.loaded(yaml).inputs()).contains("press1.MAIN.axis1.x");
    }

    @Test
    void aPointThatIsNotSampledOtherwiseMayHaveAnAlarm() {
        assertThat(fixture.loaded(good().replace("points: line.load", "points: meter.power"))
                        .alarms())
                .containsKey("loaded");
    }

    @Test
    void computedPointsAreNotGathered() {
        assertThat(fixture.problems(good() + "gathers:\n  all: {points: line.load}\n"))
                .contains(
                        "no listed point matches 'line.load'; points that are browsed or computed cannot be gathered");
    }

    @Test
    void aChainHasAnEnd() {
        assertThat(fixture.loaded(good().replace(COMPUTED, COMPUTED + chain(90)))
                        .computed())
                .hasSize(92);
        assertThat(fixture.problems(good().replace(COMPUTED, COMPUTED + chain(200))))
                .contains("computed points need each other more than 100 deep");
        assertThat(fixture.problems(good().replace(COMPUTED, COMPUTED + chain(5_000))))
                .contains("the file has 5002 expressions or more (maximum 5000)");
    }

    /** The first one needs all others. */
    private static String chain(int length) {
        List<String> points = IntStream.range(0, length)
                .mapToObj(i -> "  - {id: line.c" + i + ", compute: "
                        + (i == length - 1 ? "press1.temperature" : "line.c" + (i + 1)) + "}\n")
                .toList();
        return points.stream().collect(Collectors.joining());
    }
}
