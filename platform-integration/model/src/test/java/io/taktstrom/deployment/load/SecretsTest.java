package io.taktstrom.deployment.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Values that stand outside the file. */
class SecretsTest {

    private static final String FORMS = "write \"${env:NAME}\" or \"${file:PATH}\", and nothing else, as the value";

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private static String withToken(String token) {
        return LoaderFixture.GOOD + "  broker: {type: broker, url: 'tcp://b', token: " + token + "}\n";
    }

    private static String tokenOf(Deployment deployment) {
        PartConfig sink = Objects.requireNonNull(deployment.sinks().get("broker"));
        return Objects.requireNonNull(sink.options().get("token"));
    }

    private void secretFile(String name, String text, String mode) {
        try {
            Files.setPosixFilePermissions(fixture.write(name, text), PosixFilePermissions.fromString(mode));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aSecretComesFromTheEnvironment() {
        assertThat(tokenOf(fixture.loaded(withToken("'${env:TOKEN}'")))).isEqualTo("sesame");
    }

    @Test
    void aSecretComesFromAFileWithoutItsLastNewLine() {
        secretFile("token", "sesame\n", "rw-------");
        assertThat(tokenOf(fixture.loaded(withToken("'${file:token}'")))).isEqualTo("sesame");
    }

    @Test
    void aPrintedDeploymentShowsNoSecret() {
        Deployment deployment =
                fixture.loaded(withToken("'${env:TOKEN}'").replace("unitId: 7", "password: '${env:BAD}'"));
        assertThat(deployment.toString() + deployment.sinks() + deployment.connections())
                .doesNotContain("sesame")
                .doesNotContain("Open!");
    }

    @Test
    void aSecretInTheFileIsRefusedAndNotRepeated() {
        assertThat(fixture.problems(withToken("sesame")))
                .isEqualTo("plant.yaml:20:49: sinks.broker.token: is a secret and must not be written in the file; "
                        + FORMS);
        assertThat(fixture.problems(withToken("[sesame]"))).doesNotContain("sesame");
        assertThat(fixture.problems(withToken("4711"))).doesNotContain("4711");
    }

    @Test
    void aVariableThatIsNotSetIsNamed() {
        assertThat(fixture.problems(withToken("'${env:NOPE}'")))
                .isEqualTo(
                        "plant.yaml:20:49: sinks.broker.token: environment variable NOPE is not set; set it before the start");
    }

    @Test
    void aValueThatDoesNotFitIsNotShown() {
        assertThat(fixture.problems(withToken("'${env:BAD}'")))
                .isEqualTo("plant.yaml:20:49: sinks.broker.token: what ${env:BAD} holds is not small letters");
    }

    @Test
    void aFileThatOthersCanReadIsRefused() {
        secretFile("token", "sesame", "rw-r-----");
        assertThat(fixture.problems(withToken("'${file:token}'")))
                .isEqualTo(
                        "plant.yaml:20:49: sinks.broker.token: file token is open to others (rw-r-----); chmod 600 token");
    }

    @Test
    void aFileThatIsMissingOrHugeIsReported() {
        assertThat(fixture.problems(withToken("'${file:none}'")))
                .isEqualTo("plant.yaml:20:49: sinks.broker.token: file none does not exist; check the path");
        secretFile("token", "x".repeat(70_000), "rw-------");
        assertThat(fixture.problems(withToken("'${file:token}'")))
                .isEqualTo(
                        "plant.yaml:20:49: sinks.broker.token: file token is larger than 65536 bytes; check that it is the right file, or split it");
    }

    @Test
    void anOddReferenceIsReportedWithTheForms() {
        for (String odd : new String[] {"'${TOKEN}'", "'${env:}'", "'x${env:TOKEN}'", "'${env:TOKEN}${env:TOKEN}'"}) {
            assertThat(fixture.problems(withToken(odd)))
                    .isEqualTo("plant.yaml:20:49: sinks.broker.token: is not a reference of a known form; " + FORMS);
        }
    }

    @Test
    void anyOptionOfAConnectionMayStandOutside() {
        String file = LoaderFixture.GOOD.replace("unitId: 7", "unitId: '${env:UNIT}'");
        assertThat(Objects.requireNonNull(fixture.loaded(file).connections().get("press1"))
                        .endpoint()
                        .options())
                .containsEntry("unitId", "9");
    }

    @Test
    void anyValueMayStandOutsideAndIsTypedAfterwards() {
        String file = LoaderFixture.GOOD
                .replace("unit: W", "unit: '${env:WATT}'")
                .replace("every: 1s", "every: '${env:EVERY}'")
                .replace("offset: -40", "offset: '${env:UNIT}'")
                .replace("writable: true", "writable: '${env:FLAG}'")
                .replace("from: [meter.*]", "from: ['${env:METERS}']")
                .replace("{id: meter.power, on: meter", "{id: '${env:NAME}', on: '${env:METER}'")
                .replace("meter: {type: plain", "meter: {type: '${env:TYPE}'");
        Deployment deployment = fixture.loaded(file);
        PointConfig power = deployment.points().get(2);
        assertThat(power.name()).isEqualTo("meter.power");
        assertThat(power.connection()).isEqualTo("meter");
        assertThat(power.point().unit()).isEqualTo("W");
        assertThat(deployment.points().get(0).offset()).isEqualTo(9);
        assertThat(deployment.points().get(1).point().writable()).isTrue();
        assertThat(Objects.requireNonNull(deployment.scanClasses().get("slow")).cycle())
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(deployment)
                .isEqualTo(fixture.loaded(
                        LoaderFixture.GOOD.replace("every: 1s", "every: 2s").replace("offset: -40", "offset: 9")));
    }

    @Test
    void aValueOutsideThatDoesNotFitIsNotShownWhateverItIsFor() {
        assertThat(fixture.problemsWith("offset: -40", "offset: '${env:BAD}'"))
                .isEqualTo("plant.yaml:10:26: points[0].offset: what ${env:BAD} holds is not a number");
        assertThat(fixture.problemsWith("on: meter", "on: '${env:BAD}'"))
                .contains("points[2].on: what ${env:BAD} holds is not the name of a connection")
                .doesNotContain("Open!");
        assertThat(fixture.problemsWith("type: LREAL", "type: '${env:BAD}'"))
                .contains("points[0].type: what ${env:BAD} holds is not an IEC 61131-3 type")
                .doesNotContain("Open!");
    }

    @Test
    void referencesDoNotWorkInTables() {
        fixture.write("points.csv", "id,address,unit\na,MAIN.a,${env:WATT}\n");
        assertThat(fixture.problemsWith("streams:", "  - {import: points.csv, on: press1, scan: slow}\nstreams:"))
                .isEqualTo("points.csv:2:10: [1].unit: references do not work in tables; write the value itself");
    }
}
