package io.taktstrom.deployment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.taktstrom.deployment.load.DeploymentLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DeploymentChangesTest {

    private static final String PLANT = """
            connections:
              press1: {type: full, host: 10.0.0.5, netId: 5.1.2.3.1.1, password: "${env:PASSWORD}"}
              meter: {type: plain, host: meter.local}
            scanClasses:
              slow: {mode: poll, every: 1s}
            points:
              - {id: press1.a, on: press1, address: MAIN.a, scan: slow}
              - {id: press1.b, on: press1, address: MAIN.b, scan: slow}
              - {id: meter.power, on: meter, address: "40001", scan: slow}
            streams:
              - {id: all, from: "**", to: file}
              - {id: presses, from: "press*.**", to: file}
            sinks:
              file: {type: jsonl, path: out.jsonl}
            """;

    @TempDir
    private Path directory;

    private Deployment load(String yaml, String password) throws Exception {
        DeploymentLoader loader = new DeploymentLoader(TestCatalog.CATALOG, Map.of("PASSWORD", password)::get, 1 << 20);
        DeploymentResult result = loader.load(Files.writeString(directory.resolve("plant.yaml"), yaml));
        assertThat(result).as(result.toString()).isInstanceOf(DeploymentResult.Loaded.class);
        return ((DeploymentResult.Loaded) result).deployment();
    }

    private DeploymentChanges changed(String yaml) throws Exception {
        return DeploymentChanges.between(load(PLANT, "sesame"), load(yaml, "sesame"));
    }

    @Test
    void theSameIsNoChange() throws Exception {
        DeploymentChanges changes = changed(PLANT + "# a comment\n");
        assertThat(changes.isEmpty()).isTrue();
        assertThat(changes.unchanged()).isEqualTo("2 connections, 1 scan class, 2 streams, 1 sink");
    }

    @Test
    void pointsThatComeGoAndChangeAreCountedByConnection() throws Exception {
        DeploymentChanges changes = changed(PLANT.replace("address: MAIN.a,", "address: MAIN.a, unit: mm,")
                .replace("id: press1.b", "id: press1.c"));
        assertThat(changes.lines())
                .containsExactly("connection press1: 1 point added, 1 point removed, 1 point changed");
        assertThat(changes.unchanged()).startsWith("1 connection, ");
    }

    @Test
    void whatAConnectionConnectsAgainForIsNamed() throws Exception {
        assertThat(changed(PLANT.replace("host: meter.local", "host: other.local, port: 1502"))
                        .lines())
                .containsExactly("connection meter: reconnects because of its host, port");
    }

    @Test
    void aSecretThatHasChangedIsNamedAndNotShown() throws Exception {
        DeploymentChanges changes = DeploymentChanges.between(load(PLANT, "sesame"), load(PLANT, "poppy"));
        assertThat(changes.lines()).containsExactly("connection press1: reconnects because of its password");
        assertThat(changes.toString()).doesNotContain("sesame").doesNotContain("poppy");
    }

    @Test
    void streamsSinksAndScanClassesAreComparedByName() throws Exception {
        DeploymentChanges changes = changed(PLANT.replace("every: 1s", "every: 2s")
                .replace("{id: all, from: \"**\", to: file}", "{id: all, from: \"**\", to: file, ring: {capacity: 5}}")
                .replace("{id: presses, from: \"press*.**\"", "{id: pressed, from: \"press*.*\"")
                .replace("path: out.jsonl}", "path: new.jsonl}\n  more: {type: csv, path: more.csv}"));
        assertThat(changes.lines())
                .containsExactly(
                        "scan class slow: sampled otherwise",
                        "stream all: another ring, which begins when the former is empty",
                        "stream presses: removed",
                        "stream pressed: added",
                        "sink file: reopened because of its path",
                        "sink more: added");
    }
}
