package io.taktstrom.deployment.load;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.GatherConfig;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.TestCatalog;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.deployment.schema.SchemaCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CommandMistakesTest {

    private static final String WRITABLE = "scan: fast, writable: true}";

    private static final String WITH_ALL = LoaderFixture.GOOD.replace(
                    WRITABLE,
                    "scan: fast, writable: true, limits: {min: 0, max: 10.5, values: [1, 2], maxLength: 3, maxWrites: 4,"
                            + " per: 1m, maxChangePerSecond: 0.5}}")
            + """
            commands:
              audit: audit.jsonl
              auditSize: 1MiB
              auditAge: 7d
              maxAge: 10s
              from:
                mes: {type: post, token: "${env:LONG}"}
            gathers:
              line: {points: ["press1.*", meter.power], deadline: 50ms}
            """;

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    @Test
    void commandsLimitsAndGathersAreRead() {
        Deployment deployment = fixture.loaded(WITH_ALL);
        CommandsConfig commands = Objects.requireNonNull(deployment.commands());
        PartConfig mes = Objects.requireNonNull(commands.from().get("mes"));
        assertThat(commands.audit())
                .isEqualTo(new AuditConfig("audit.jsonl", 1 << 20, Duration.ofDays(7), AuditConfig.STANDARD_FILES));
        assertThat(commands.maxAge()).isEqualTo(Duration.ofSeconds(10));
        assertThat(commands.maxWaiting()).isEqualTo(1000);
        assertThat(mes.type()).isEqualTo("post");
        assertThat(mes.options()).containsEntry("token", "open sesame");
        PointConfig speed = deployment.points().get(1);
        assertThat(speed.limits())
                .isEqualTo(new WriteLimits(
                        BigDecimal.ZERO,
                        new BigDecimal("10.5"),
                        List.of("1", "2"),
                        3,
                        4,
                        Duration.ofMinutes(1),
                        new BigDecimal("0.5")));
        assertThat(deployment.points().get(0).limits()).isEqualTo(WriteLimits.NONE);
        GatherConfig line = Objects.requireNonNull(deployment.gathers().get("line"));
        assertThat(line.deadline()).isEqualTo(Duration.ofMillis(50));
        assertThat(line.of(deployment).stream().map(PointConfig::name))
                .containsExactly("press1.temperature", "press1.speed", "meter.power");
        assertThat(SchemaCheck.of(TestCatalog.CATALOG).problems(WITH_ALL)).isEmpty();
        assertThat(deployment.toString()).contains("commands from [mes (post)]").doesNotContain("sesame");
    }

    @Test
    void withoutTheSectionThereAreNoCommands() {
        assertThat(fixture.loaded(LoaderFixture.GOOD).commands()).isNull();
        assertThat(fixture.loaded(LoaderFixture.GOOD).gathers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "min: 0,|min: 11,|min 11 is more than max 10.5",
                "min: 0,|min: low,|'low' is not a number",
                "maxWrites: 4|maxWrites: 0|a whole number, 1 to 10000",
                "per: 1m|per: 0s|a duration, 1ms to 1d",
                "per: 1m|each: 1m|unknown key",
                "values: [1, 2]|values: []|needs at least one entry",
                "values: [1, 2]|values: [1, 1]|duplicate entry '1'",
                "writable: true, limits|limits|has no effect on a read-only point",
                "audit: audit.jsonl|maxIds: 5|needs 'audit'",
                "auditSize: 1MiB|auditSize: 1KiB|a size",
                "auditAge: 7d|auditAge: 1s|a duration",
                "auditAge: 7d|auditFiles: 0|a whole number, 1 to",
                "type: post|type: pots|unknown type 'pots'",
                "maxAge: 10s|maxAge: 2d|a duration",
                "points: [\"press1.*\"|points: [\"press2.*\"|no listed point matches 'press2.*'",
                "deadline: 50ms|deadline: 0s|a duration"
            })
    void whatIsWrongIsNamed(String part, String instead, String problem) {
        assertThat(WITH_ALL).contains(part);
        assertThat(fixture.problems(WITH_ALL.replace(part, instead))).contains(problem);
    }

    @Test
    void aTokenInTheFileIsRefusedAndNotShown() {
        assertThat(fixture.problems(WITH_ALL.replace("\"${env:LONG}\"", "open-sesame")))
                .doesNotContain("open-sesame")
                .contains("token");
    }

    @Test
    void limitsThatAreNoMappingAndSourcesThatAreNone() {
        assertThat(fixture.problems(WITH_ALL.replaceFirst("limits: \\{[^}]*}", "limits: 5")))
                .contains("must be a mapping");
        // As every section: without entries it is as good as none, and nothing is ever written.
        assertThat(fixture.loaded(LoaderFixture.GOOD + "commands:\n").commands())
                .isNull();
    }

    /** The page is a source that no file lists. */
    @Test
    void withoutASourceCommandsComeFromThePageAlone() {
        Deployment deployment = fixture.loaded(LoaderFixture.GOOD + "commands: {audit: a.jsonl}\n");
        assertThat(Objects.requireNonNull(deployment.commands()).from()).isEmpty();
        assertThat(deployment.toString()).contains("commands from the page alone to 1 point, audit a.jsonl");
    }

    @Test
    void commandsWithoutAWritablePointAreAWarning() {
        var result = fixture.load(WITH_ALL.replaceFirst(", writable: true, limits: \\{[^}]*}", ""));
        assertThat(((DeploymentResult.Loaded) result).warnings())
                .anyMatch(warning -> warning.toString().contains("no listed point is writable"));
    }
}
