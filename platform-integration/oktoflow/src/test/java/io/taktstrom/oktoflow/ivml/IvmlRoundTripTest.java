package io.taktstrom.oktoflow.ivml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.oktoflow.PointAddresses;
import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class IvmlRoundTripTest {

    private static final String PLANT = """
            connections:
              press1: {type: ads, host: 10.0.0.5, amsNetId: 5.1.2.3.1.1, localAmsNetId: 10.0.0.9.1.1}
              cpu: {type: s7, host: 10.0.0.7, slot: 2}
              oven: {type: opc.tcp, host: oven.plant, user: operator, password: "${env:PATH}"}
            scanClasses:
              fast: {mode: notify, cycle: 1ms, maxDelay: 10ms}
              slow: {mode: poll, every: 500ms}
              changes: {mode: poll, every: 1s, changes: true}
            points:
              - {id: press1.spindle.speed, on: press1, address: MAIN.spindle.fSpeed, type: REAL, scan: fast, unit: kN}
              - {id: press1.spindle.target, on: press1, address: MAIN.spindle.fTarget, type: LREAL, scan: fast, writable: true}
              - {id: press1.curve, on: press1, address: MAIN.curve, type: "ARRAY[0..9] OF REAL", scan: slow}
              - {id: press1.name, on: press1, address: MAIN.sName, type: STRING(20), scan: slow}
              - {id: cpu.level, on: cpu, address: "DB1.DBD4:REAL", type: REAL, scan: changes}
              - {id: oven.temperature, on: oven, address: "nsu=urn:x;s=\\"Oven\\".T", type: LREAL, scan: fast}
            streams:
              - {id: all, from: "**", to: screen}
            sinks:
              screen: {type: console}
            """;

    @TempDir
    private Path folder;

    private Deployment load(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        DeploymentResult result = DeploymentLoader.standard().load(file);
        assertThat(result).as(result + "\n" + text).isInstanceOf(DeploymentResult.Loaded.class);
        return ((DeploymentResult.Loaded) result).deployment();
    }

    private static IvmlExport.Written write(Deployment deployment) {
        return new IvmlExport(
                        deployment,
                        scheme -> Connectors.provider(scheme).descriptor(),
                        point -> point.name().equals("press1.mode")
                                ? new EnumType("E_Mode", ScalarType.INT, List.of(new EnumType.Member("Auto", 1)))
                                : null)
                .write("plant");
    }

    private IvmlImport.Read read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("plant.ivml"), text);
        return IvmlImport.read(
                List.of(file), scheme -> Connectors.provider(scheme).descriptor());
    }

    @Test
    void whatIsExportedAndImportedIsTheSameDeployment() throws IOException {
        Deployment before = load("before.yaml", PLANT);
        IvmlExport.Written written = write(before);
        IvmlImport.Read read = read(written.text());
        assertThat(read.problems()).as(written.text()).isEmpty();
        Deployment after = load("after.yaml", read.text().replace("OVEN_PASSWORD", "PATH"));
        assertThat(after.connections()).isEqualTo(before.connections());
        assertThat(after.scanClasses()).containsAllEntriesOf(before.scanClasses());
        assertThat(after.points()).containsExactlyInAnyOrderElementsOf(before.points());
    }

    @Test
    void aModelHasAConnectorForEachSamplingPeriodAndNoSecret() throws IOException {
        IvmlExport.Written written = write(load("before.yaml", PLANT));
        assertThat(written.text())
                .contains("TaktstromAdsConnector press1_fast = {", "TaktstromAdsConnector press1_slow = {")
                .contains("import ConnectorsPartTaktstrom;")
                .contains("samplingPeriod = 500,", "samplingPeriod = 0,", "cacheMode = CacheMode::EQUALS,")
                .contains(
                        "host = \"10.0.0.5\",",
                        "port = 48898,",
                        "amsNetId = \"5.1.2.3.1.1\",",
                        "localAmsNetId = \"10.0.0.9.1.1\",",
                        "points = \"press1_fast.points\",",
                        "cycle = \"1ms\",",
                        "maxDelay = \"10ms\",")
                .contains("security = {authenticationKey = \"oven\"},")
                .contains(
                        "sources = {refBy(press1_fastSource), refBy(press1_slowSource), refBy(cpuSource), refBy(ovenSource)}")
                .doesNotContain(String.valueOf(System.getenv("PATH")));
        assertThat(written.pointFiles())
                .containsEntry(
                        "press1_fast.points",
                        new PointAddresses(Map.of(
                                "spindle_speed", "MAIN.spindle.fSpeed", "spindle_target", "MAIN.spindle.fTarget")))
                .containsKeys("press1_slow.points", "cpu.points", "oven.points");
        assertThat(written.notes()).anyMatch(note -> note.contains("put user and password under the key oven"));
    }

    @Test
    void theCompoundsAreDeclaredOnceWithASlotForEachOption() throws IOException {
        Map<String, String> part =
                IvmlPart.files(scheme -> Connectors.provider(scheme).descriptor());
        String model = part.get("ConnectorsPartTaktstrom.ivml");
        assertThat(model)
                .containsPattern("String artifact = \"io.taktstrom:taktstrom-oktoflow-connector:\\d+\\.\\d+\\.\\d+")
                .contains("String deviceServiceKey = \"ADS\";", "String amsNetId = \"\";")
                .contains("String securityOption = \"\";", "manufacturer = refBy(manufacturer_taktstrom)")
                .doesNotContain("String password");
        assertThat(part.get("JavaConnector.vtl.part"))
                .contains("def generateSpecificSettings(TaktstromS7Connector conn, JavaCodeMethodCall r) {")
                .contains("r.call(\"setSpecificSetting\").stringArg(\"security\").stringArg(conn.securityOption);");
        assertThat(part.getOrDefault("ConnectorsPartTaktstrom.text", "").lines())
                .contains("ConnectorsPartTaktstrom::TaktstromField::unit = Its unit.")
                .allMatch(line -> line.matches("ConnectorsPartTaktstrom::[A-Za-z0-9_:]+ = .+"));
        Files.writeString(folder.resolve("ConnectorsPartTaktstrom.ivml"), model);
        assertThat(read(write(load("before.yaml", PLANT)).text()).problems())
                .as("read beside the model that imports it")
                .isEmpty();
    }

    @Test
    void aSlotThatIsUnknownOrWrongIsSaidWithItsPlace() throws IOException {
        String text = write(load("before.yaml", PLANT)).text();
        assertThat(read(text.replace("amsNetId = \"5.1.2.3.1.1\"", "amsNetI = \"5.1.2.3.1.1\""))
                        .problems())
                .extracting(Object::toString)
                .anyMatch(problem ->
                        problem.contains("TaktstromAdsConnector has no slot amsNetI; did you mean 'amsNetId'?")
                                && problem.matches("(?s).*plant.ivml:\\d+:\\d+: .*"));
        assertThat(read(text.replace("slot = \"2\"", "slot = \"two\"")).problems())
                .extracting(Object::toString)
                .anyMatch(problem -> problem.contains("slot"));
        assertThat(read(text.replace("port = 102", "port = \"x\"")).problems())
                .extracting(Object::toString)
                .anyMatch(problem -> problem.contains("'x' is not a whole number"));
    }

    @Test
    void limitsThatAModelCannotSayAreNamed() throws IOException {
        IvmlExport.Written written =
                write(load("limits.yaml", PLANT.replace("writable: true}", "writable: true, limits: {max: 60}}")));
        assertThat(written.notes())
                .contains("limits of 1 point are left out, so an application may write whatever their types hold:"
                        + " press1.spindle.target");
    }

    @Test
    void typesThatTheDeviceSaysAreWrittenToo() throws IOException {
        String text = write(load("mode.yaml", """
                        connections:
                          press1: {type: ads, host: 10.0.0.5, amsNetId: 5.1.2.3.1.1}
                        scanClasses:
                          default: {mode: poll, every: 1s}
                        points:
                          - {id: press1.mode, on: press1, address: MAIN.eMode}
                        """)).text();
        assertThat(text)
                .contains("EnumType E_Mode = {", "EnumLiteral {name = \"Auto\", ordinal = 1}", "type = refBy(E_Mode)");
    }

    @Test
    void whatAModelCannotSayIsRefusedAllAtOnce() throws IOException {
        Deployment deployment = load("bad.yaml", """
                connections:
                  press1: {type: ads, host: 10.0.0.5, amsNetId: 5.1.2.3.1.1}
                scanClasses:
                  quick: {mode: poll, every: 250us}
                points:
                  - {id: press1.a, on: press1, address: MAIN.a, scan: quick}
                """);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> write(deployment))
                .withMessageContaining("scan class quick: oktoflow's sampling period is whole milliseconds")
                .withMessageContaining("point press1.a: its type is not known");
    }
}
