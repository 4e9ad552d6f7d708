package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Descriptions of devices, out and in. */
class DescriptionCommandsTest {

    @TempDir
    private Path folder;

    private Path plant(String connection, String point) throws IOException {
        return Files.writeString(folder.resolve("plant.yaml"), """
                connections:
                  press1: {%s}
                scanClasses:
                  default: {mode: poll, every: 100ms}
                points:
                  - {id: press1.speed, on: press1, address: %s}
                """.formatted(connection, point));
    }

    private void assertImported(String format, Path description) throws IOException {
        Ran imported = Ran.takt("import", format, description.toString()).expect(ExitCode.GOOD);
        assertThat(imported.out())
                .contains("- {id: \"press1.speed\", on: \"press1\", address: \"ns=2;s=Press.Speed\", scan: \"default\"")
                .contains("\"default\": {mode: poll, every: 100ms}");
        Path again = Files.writeString(folder.resolve("again.yaml"), imported.out());
        Ran.takt("validate", again.toString()).expect(ExitCode.GOOD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"td", "aid"})
    void aDeploymentIsExportedAndImportedAgain(String format) throws IOException {
        Path file = plant("type: opc.tcp, host: 10.0.0.5", "\"ns=2;s=Press.Speed\", type: LREAL, unit: mm/s");
        Ran exported = Ran.takt("export", format, file.toString()).expect(ExitCode.GOOD);
        assertImported(format, Files.writeString(folder.resolve("description.json"), exported.out()));
    }

    @Test
    void aPackageIsWrittenAndRead() throws IOException {
        Path file = plant("type: opc.tcp, host: 10.0.0.5", "\"ns=2;s=Press.Speed\"");
        Path aasx = folder.resolve("press.aasx");
        Ran.takt("export", "aid", file.toString(), "--out", aasx.toString()).expect(ExitCode.GOOD);
        assertImported("aid", aasx);
    }

    @Test
    void theDevicesAreAskedForTypes() throws IOException {
        try (AdsSimulator plc = AdsSimulator.builder()
                .model(AdsModel.parse("symbols:\n  MAIN.speed: LREAL\n"))
                .start()) {
            Path file = plant(
                    "type: ads, host: 127.0.0.1, port: " + plc.address().getPort() + ", amsNetId: "
                            + plc.amsAddress().netId(),
                    "MAIN.speed");
            Ran asked = Ran.takt("export", "td", file.toString(), "--ask", "--title", "Line 1")
                    .expect(ExitCode.GOOD);
            assertThat(asked.out())
                    .contains("\"title\" : \"Line 1\"", "\"adsv:type\" : \"LREAL\"", "\"type\" : \"number\"");
        }
    }

    @Test
    void secretsAreLeftOutWithANote() throws IOException {
        Path file = plant("type: opc.tcp, host: h, user: me, password: \"${env:PATH}\"", "\"ns=2;s=S\"");
        for (String format : new String[] {"td", "aid"}) {
            Ran ran = Ran.takt("export", format, file.toString()).expect(ExitCode.GOOD);
            assertThat(ran.out()).doesNotContain(System.getenv("PATH"));
            assertThat(ran.err()).contains("option password is a secret and is not in the description");
        }
    }

    @Test
    void whatIsNoDescriptionIsAnInvalidFile() throws IOException {
        Path file = Files.writeString(folder.resolve("x.json"), "{}");
        assertThat(Ran.takt("import", "td", file.toString())
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("x.json: is not a Thing Description: it has no @context or no title;");
        assertThat(Ran.takt("import", "aid", file.toString())
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("x.json: has no submodel AssetInterfacesDescription with an interface");
        assertThat(Ran.takt("import", "td", folder.resolve("none").toString())
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("does not exist; check the path");
        Path empty =
                Files.writeString(folder.resolve("plant.yaml"), "connections:\n  a: {type: s7, host: h}\npoints: []\n");
        assertThat(Ran.takt("export", "aid", empty.toString())
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("it lists no points that a description could have");
    }

    /** Modbus is a plug-in, which this test does not load. */
    @Test
    void aMissingConnectorIsNoted() throws IOException {
        Path file = Files.writeString(folder.resolve("x.json"), """
                {"@context": "https://www.w3.org/2022/wot/td/v1.1", "title": "meter", "base": "modbus+tcp://h:502/1",
                 "properties": {"v": {"forms": [{"href": "7", "modv:entity": "HoldingRegister"}]}}}""");
        Ran ran = Ran.takt("import", "td", file.toString()).expect(ExitCode.WRONG_USE);
        assertThat(ran.err())
                .contains("properties over modbus left out: there is no connector for it here; install its plug-in")
                .contains("x.json: has no property that a connector of this installation can reach");
    }
}
