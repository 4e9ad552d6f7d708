package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentChanges;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.TestCatalog;
import io.taktstrom.deployment.schema.SchemaCheck;
import io.taktstrom.model.ScanClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AlarmMistakesTest {

    private static final String ALARMS = """
            health:
              maxAge: 30s
              maxWait: 10m
              scanClasses: {slow: {maxAge: 5m}, ticks: {maxAge: 0s}}
            alarms:
              hot: {when: above, points: press1.temperature, limit: 70, hysteresis: 2.5, for: 5s, clearFor: 10s,
                    severity: critical, text: The oil is hot}
              slow: {when: below, points: [press1.speed, MAIN.x, "press1.MAIN.axis1.*"], limit: -1}
              off: {when: equals, points: press1.speed, value: true}
              bad: {when: bad, points: "**"}
              quiet: {when: stale, points: "meter.*", after: 10s}
              away: {when: disconnected, connection: meter, for: 1m}
              full: {when: failing, sink: file}
              behind: {when: backlog, samples: 1000, hysteresis: 100}
              lost: {when: drops, stream: power}
            """;

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private static String good() {
        return LoaderFixture.GOOD + ALARMS.replace(", MAIN.x", "");
    }

    @Test
    void healthAndAlarmsAreRead() {
        Deployment deployment = fixture.loaded(good());
        AlarmConfig hot = Objects.requireNonNull(deployment.alarms().get("hot"));
        assertThat(hot)
                .isEqualTo(new AlarmConfig(
                        "hot",
                        new AlarmRule.Limit(List.of("press1.temperature"), true, 70, 2.5),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(10),
                        AlarmConfig.Severity.CRITICAL,
                        "The oil is hot"));
        assertThat(rule(deployment, "off")).isEqualTo(new AlarmRule.Equal(List.of("press1.speed"), 1));
        assertThat(rule(deployment, "quiet"))
                .isEqualTo(new AlarmRule.Stale(List.of("meter.*"), Duration.ofSeconds(10)));
        assertThat(rule(deployment, "away")).isEqualTo(new AlarmRule.Disconnected("meter"));
        assertThat(rule(deployment, "full")).isEqualTo(new AlarmRule.Failing("file"));
        assertThat(rule(deployment, "behind")).isEqualTo(new AlarmRule.Backlog("", 1000, 100));
        assertThat(rule(deployment, "lost")).isEqualTo(new AlarmRule.Drops("power"));
        assertThat(hot.point().name()).isEqualTo("alarm.hot");
        assertThat(deployment.toString())
                .contains("alarm hot: above press1.temperature for 5s (critical)", "alarm behind: backlog (warning)");
        assertThat(SchemaCheck.of(TestCatalog.CATALOG).problems(good())).isEmpty();
    }

    private static AlarmRule rule(Deployment deployment, String alarm) {
        return Objects.requireNonNull(deployment.alarms().get(alarm)).rule();
    }

    @Test
    void agesAreStatedOrFollowFromTheCycleAndOnChangeThereIsNone() {
        HealthConfig stated = fixture.loaded(good()).health();
        HealthConfig standard = fixture.loaded(LoaderFixture.GOOD).health();
        ScanClass fast = scan("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(1));
        ScanClass slow = scan("slow", ScanClass.Mode.POLL, Duration.ofSeconds(1));
        ScanClass ticks = scan("ticks", ScanClass.Mode.NOTIFY_CYCLIC, Duration.ofMillis(20));
        assertThat(stated.maxAgeOf(fast)).isEqualTo(Duration.ofSeconds(30));
        assertThat(stated.maxAgeOf(slow)).isEqualTo(Duration.ofMinutes(5));
        assertThat(stated.maxAgeOf(ticks)).as("0s is any age").isNull();
        assertThat(stated.maxWait()).isEqualTo(Duration.ofMinutes(10));
        assertThat(standard.maxWait())
                .as("how long a unit takes is the sink's affair")
                .isNull();
        assertThat(standard.maxAgeOf(fast)).isNull();
        assertThat(standard.maxAgeOf(slow)).isEqualTo(Duration.ofSeconds(10));
        assertThat(standard.maxAgeOf(scan("slower", ScanClass.Mode.POLL, Duration.ofMinutes(1))))
                .isEqualTo(Duration.ofMinutes(10));
    }

    private static ScanClass scan(String name, ScanClass.Mode mode, Duration cycle) {
        return new ScanClass(name, mode, cycle, Duration.ZERO);
    }

    @Test
    void aStreamMayTakeTheAlarmsOnly() {
        String yaml = good().replace(
                        "- {from: \"press1.**\"",
                        "- {id: alarms, from: \"alarm.*\", to: console}\n  - {from: \"press1.**\"");
        assertThat(fixture.loaded(yaml).streams().get(0).from()).containsExactly("alarm.*");
        assertThat(fixture.problems(yaml.replace("\"alarm.*\"", "alarm.hit"))).contains("no point matches 'alarm.hit'");
    }

    @Test
    void whatIsDifferentIsSaid() {
        Deployment before = fixture.loaded(good());
        Deployment after = fixture.loaded(good().replace("limit: 70", "limit: 80")
                .replace("maxAge: 30s", "maxAge: 40s")
                .replace("  full: {when: failing, sink: file}\n", ""));
        assertThat(DeploymentChanges.between(before, after).lines())
                .containsExactly("alarm hot: restarts with another rule", "alarm full: removed", "health: other ages");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "when: above, points: press1.temperature | when: abov, points: press1.temperature | unknown when 'abov'; did you mean 'above'?",
                "limit: 70 | limt: 70 | unknown key; did you mean 'limit'?",
                "limit: 70, | `` | needs 'limit'",
                "limit: 70 | limit: hot | 'hot' is not a number",
                "points: \"meter.*\", after | points: metre.power, after | no point matches 'metre.power'; did you mean 'meter.power'?",
                "connection: meter | connection: metre | unknown connection 'metre'; did you mean 'meter'?",
                "sink: file} | sink: fil} | unknown sink 'fil'; did you mean 'file'?",
                "stream: power | stream: pover | unknown stream 'pover'; did you mean 'power'?",
                "value: true | value: open | 'open' is not a number, true or false",
                "severity: critical | severity: bad | is not one of",
                "samples: 1000, hysteresis: 100 | samples: 1000, hysteresis: 1001 | no backlog is small enough to end the alarm",
                "for: 5s | for: 5 | is not a duration",
                "{slow: {maxAge: 5m} | {slo: {maxAge: 5m} | unknown scan class 'slo'; did you mean 'slow'?",
            })
    void aMistakeIsSaidWithItsPlaceAndARemedy(String part, String instead, String message) {
        String yaml = good();
        assertThat(yaml).contains(part);
        assertThat(fixture.problems(yaml.replace(part, instead)))
                .contains(message)
                .contains("plant.yaml:");
    }

    @Test
    void aPointThatIsNotSampledCannotBeWatched() {
        assertThat(fixture.problems(good().replace("from: [meter.*]", "from: [press1.speed]")))
                .contains("no stream takes 'meter.power', so it is not sampled");
    }

    @Test
    void anAlarmAndAPointCannotHaveOneName() {
        assertThat(fixture.problems(good().replace("id: press1.speed", "id: alarm.hot")))
                .contains("point 'alarm.hot' is listed");
    }
}
