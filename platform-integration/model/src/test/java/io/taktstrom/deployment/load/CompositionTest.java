package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.TestCatalog;
import io.taktstrom.deployment.schema.SchemaCheck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Deployments of several files, of templates and of defaults. */
class CompositionTest {

    private static final String PRESSES = """
            templates:
              press:
                parameters:
                  name: {type: name, description: The press in the plant.}
                  host: {}
                  unit: {type: number, default: 7}
                  key: {default: "${env:TOKEN}"}
                connections:
                  "${name}": {type: full, host: "${host}", netId: 5.1.2.3.1.1, unitId: "${unit}", password: "${key}"}
                points:
                  - {id: "${name}.speed", on: "${name}", address: MAIN.speed, scan: slow, labels: {press: "${name}"}}
                  - {browse: "${name}", match: "MAIN.axis*.**", scan: slow, name: "${name}.{address}"}
            """;

    private static final String PLANT = """
            include: presses.yaml
            scanClasses:
              slow: {mode: poll, every: 1s}
            streams:
              - {id: all, from: "**", to: file}
            sinks:
              file: {type: jsonl, path: out.jsonl}
            use:
              - {template: press, with: {name: press1, host: 10.0.1.1}}
              - {template: press, with: {name: press2, host: "${env:METER}", unit: 9}}
            """;

    @TempDir
    private Path directory;

    private LoaderFixture fixture;

    @BeforeEach
    void open() {
        fixture = new LoaderFixture(() -> directory);
        fixture.write("presses.yaml", PRESSES);
    }

    @Test
    void aTemplateIsFilledInForEachUse() {
        Deployment deployment = fixture.loaded(PLANT);
        assertThat(deployment.connections().keySet()).containsExactly("press1", "press2");
        assertThat(endpoint(deployment, "press1").host()).isEqualTo("10.0.1.1");
        assertThat(endpoint(deployment, "press2").host()).isEqualTo("meter");
        assertThat(endpoint(deployment, "press2").options())
                .isEqualTo(Map.of("netId", "5.1.2.3.1.1", "unitId", "9", "password", "sesame"));
        assertThat(deployment.points()).extracting(PointConfig::name).containsExactly("press1.speed", "press2.speed");
        assertThat(deployment.points().get(1).point().labels()).containsEntry("press", "press2");
        assertThat(deployment.browses()).hasSize(2);
        assertThat(SchemaCheck.of(TestCatalog.CATALOG).problems(PLANT)).isEmpty();
        assertThat(SchemaCheck.of(TestCatalog.CATALOG).problems(PRESSES)).isEmpty();
    }

    private static io.taktstrom.model.Endpoint endpoint(Deployment deployment, String connection) {
        return Objects.requireNonNull(deployment.connections().get(connection)).endpoint();
    }

    @Test
    void whereThingsComeFromAndWhatWasReadIsKnown() {
        DeploymentResult.Loaded loaded = (DeploymentResult.Loaded) fixture.load(PLANT);
        assertThat(loaded.files()).containsExactly(directory.resolve("plant.yaml"), directory.resolve("presses.yaml"));
        assertThat(Objects.requireNonNull(loaded.places().get("connections.press2"))
                        .replace(directory + "/", ""))
                .isEqualTo("presses.yaml:9:18 (in template press, used at plant.yaml:10:5)");
        assertThat(loaded.places().get("streams.all")).isEqualTo(directory + "/plant.yaml:5:5");
    }

    @Test
    void aMistakeInATemplateIsReportedOnceWithTheWayToIt() {
        fixture.write("presses.yaml", PRESSES.replace("type: full", "type: fool"));
        assertThat(fixture.problems(PLANT))
                .startsWith("presses.yaml:9:25: templates.press.connections.press1.type: unknown type 'fool'"
                        + " (in template press, used at plant.yaml:9:5); there are full, plain");
        fixture.write("presses.yaml", "scanClass: {}\n" + PRESSES);
        assertThat(fixture.problems(PLANT))
                .startsWith("presses.yaml:1:1: scanClass: unknown key (included at plant.yaml:1:10); did you mean");
    }

    @Test
    void parametersThatAreMissingUnknownOrOfAnotherTypeAreNamed() {
        String use = "{template: press, with: {name: press1, host: 10.0.1.1}}";
        assertThat(with(use, "{template: press, with: {host: 10.0.1.1}}"))
                .isEqualTo("plant.yaml:9:5: use[0]: template press needs 'name'; The press in the plant.");
        assertThat(with(use, "{template: press, with: {name: press1, host: h, hots: x}}"))
                .isEqualTo("plant.yaml:9:53: use[0].with.hots: template press has no parameter 'hots';"
                        + " did you mean 'host'?");
        assertThat(with(use, "{template: press, with: {name: press1, host: h, unit: many}}"))
                .isEqualTo("plant.yaml:9:59: use[0].with.unit: 'many' is not a number");
        assertThat(with(use, "{template: press, with: {name: a b, host: h}}"))
                .isEqualTo("plant.yaml:9:36: use[0].with.name: 'a b' is not a name of letters, digits and _ . -");
        assertThat(with(use, "{template: pres, with: {name: press1, host: h}}"))
                .isEqualTo("plant.yaml:9:5: use[0]: unknown template 'pres'; did you mean 'press'?");
        assertThat(with(use, "{template: press, with: {name: press1, host: '${env:NOPE}'}}"))
                .isEqualTo("plant.yaml:9:50: use[0].with.host: environment variable NOPE is not set;"
                        + " set it before the start");
    }

    private String with(String part, String instead) {
        assertThat(PLANT).contains(part);
        return fixture.problems(PLANT.replace(part, instead));
    }

    @Test
    void whatATemplateNamesAndDoesNotDeclareAndTheOtherWayRoundIsSaid() {
        fixture.write("presses.yaml", PRESSES.replace("MAIN.speed", "\"MAIN.${axis}\""));
        assertThat(fixture.problems(PLANT))
                .startsWith("presses.yaml:11:")
                .contains("template press has no parameter 'axis'");
        fixture.write("presses.yaml", PRESSES.replace("host: {}", "host: {}\n      spare: {default: 1}"));
        DeploymentResult.Loaded loaded = (DeploymentResult.Loaded) fixture.load(PLANT);
        assertThat(loaded.warnings()).hasSize(1).first().asString().contains("does not use this parameter");
    }

    @Test
    void aSecretMayComeThroughAParameterButNotStandInTheFile() {
        assertThat(with("host: 10.0.1.1}", "host: 10.0.1.1, key: sesame}"))
                .contains("password: is a secret and must not be written in the file")
                .doesNotContain("sesame");
        assertThat(endpoint(
                                fixture.loaded(PLANT.replace("host: 10.0.1.1}", "host: 10.0.1.1, key: '${env:NAME}'}")),
                                "press1")
                        .options())
                .containsEntry("password", "meter.power");
    }

    @Test
    void templatesUseTemplates() {
        Deployment deployment =
                fixture.loaded(PLANT + """
                templates:
                  line:
                    parameters: {line: {type: number}}
                    use:
                      - {template: press, with: {name: "line${line}.a", host: "10.${line}.1.1"}}
                      - {template: press, with: {name: "line${line}.b", host: "10.${line}.1.2", unit: "${line}"}}
                """.replace("templates:", "  - {template: line, with: {line: 3}}\ntemplates:"));
        assertThat(deployment.connections().keySet()).containsExactly("press1", "press2", "line3.a", "line3.b");
        assertThat(endpoint(deployment, "line3.b").host()).isEqualTo("10.3.1.2");
        assertThat(endpoint(deployment, "line3.b").options()).containsEntry("unitId", "3");
    }

    @Test
    void aMistakeTwoTemplatesDeepHasTheWholeWayToIt() {
        assertThat(fixture.problems(PLANT + """
                  - {template: line, with: {line: 3}}
                templates:
                  line:
                    parameters: {line: {type: number}}
                    use:
                      - {template: press, with: {name: "line ${line}", host: h}}
                """))
                .isEqualTo(
                        "plant.yaml:16:40: templates.line.use[0].with.name: 'line 3' is not a name of letters, digits and _ . -"
                                + " (in template line, used at plant.yaml:11:5)");
    }

    @Test
    void defaultsHoldForTheFileAndForWhatItIncludes() {
        Deployment deployment = fixture.loaded(PLANT + """
                defaults:
                  connections: {full: {backend: native, unitId: 100}}
                  points: {deadband: 0.5, labels: {plant: north, press: none}}
                  streams: {ring: {capacity: 77}}
                  sinks: {jsonl: {rotate: 5MiB}}
                """);
        assertThat(endpoint(deployment, "press1").options())
                .containsEntry("backend", "native")
                .containsEntry("unitId", "7");
        PointConfig point = deployment.points().get(0);
        assertThat(point.deadband()).isEqualTo(0.5);
        assertThat(point.point().labels()).isEqualTo(Map.of("plant", "north", "press", "press1"));
        assertThat(deployment.browses().get(0).traits().deadband()).isEqualTo(0.5);
        assertThat(deployment.streams().get(0).ring().capacity()).isEqualTo(77);
        assertThat(Objects.requireNonNull(deployment.sinks().get("file")).options())
                .isEqualTo(Map.of("path", "out.jsonl", "rotate", "5MiB"));
    }

    @Test
    void defaultsThatNothingHasAreRefused() {
        assertThat(fixture.problems(PLANT + "defaults: {points: {scann: slow}}\n"))
                .isEqualTo("plant.yaml:11:21: defaults.points.scann: unknown key; did you mean 'scan'?");
        assertThat(fixture.problems(PLANT + "defaults: {connections: {full: {unitID: 3}}}\n"))
                .isEqualTo("plant.yaml:11:33: defaults.connections.full.unitID: unknown key; did you mean 'unitId'?");
    }

    @Test
    void whatIsDefinedTwiceIsNamedWithBothPlaces() {
        fixture.write("presses.yaml", PRESSES + "sinks:\n  file: {type: csv, path: out.csv}\n");
        assertThat(fixture.problems(PLANT))
                .isEqualTo("plant.yaml:7:3: sinks.file: 'file' is defined twice, the other time at"
                        + " presses.yaml:14:9 (included at plant.yaml:1:10); rename or remove one");
    }

    @Test
    void aFileThatIsIncludedTwiceIsReadOnce() {
        fixture.write("other.yaml", "include: presses.yaml\n");
        assertThat(fixture.loaded(PLANT.replace("include: presses.yaml", "include: [other.yaml, presses.yaml]"))
                        .connections())
                .hasSize(2);
    }

    @Test
    void aFileThatIsNotThereIsNamedWhereItIsIncluded() {
        assertThat(with("include: presses.yaml", "include: [presses.yaml, none.yaml]"))
                .isEqualTo("plant.yaml:1:25: include[1]: file none.yaml does not exist; check the path");
    }
}
