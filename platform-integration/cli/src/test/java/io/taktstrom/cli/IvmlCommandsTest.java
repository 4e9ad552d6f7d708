package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Models of oktoflow, out and in. */
class IvmlCommandsTest {

    @TempDir
    private Path folder;

    private Path plant(String uriPart, String type) throws IOException {
        return Files.writeString(folder.resolve("plant.yaml"), """
                connections:
                  press1: {type: ads, %s}
                scanClasses:
                  default: {mode: poll, every: 100ms}
                points:
                  - {id: press1.speed, on: press1, address: MAIN.speed%s}
                """.formatted(uriPart, type));
    }

    @Test
    void aDeploymentIsExportedAndImportedAgain() throws IOException {
        Path file = plant("host: 10.0.0.5, amsNetId: 5.1.2.3.1.1", ", type: REAL");
        Path model = folder.resolve("model");
        Ran.takt("export", "ivml", file.toString(), "--out", model.toString()).expect(ExitCode.GOOD);
        assertThat(model.resolve("press1.points")).hasContent("speed = MAIN.speed");
        assertThat(model.resolve("JavaConnector.vtl.part")).content().contains("TaktstromAdsConnector");
        Ran imported = Ran.takt("import", "ivml", model.resolve("plant.ivml").toString())
                .expect(ExitCode.GOOD);
        Path again = Files.writeString(folder.resolve("again.yaml"), imported.out());
        Ran.takt("validate", again.toString()).expect(ExitCode.GOOD);
        assertThat(imported.out()).contains("{id: \"press1.speed\", on: \"press1\", address: \"MAIN.speed\"");
    }

    @Test
    void theDevicesAreAskedForTypes() throws IOException {
        try (AdsSimulator plc = AdsSimulator.builder()
                .model(AdsModel.parse("symbols:\n  MAIN.speed: LREAL\n"))
                .start()) {
            String where = "host: 127.0.0.1, port: " + plc.address().getPort() + ", amsNetId: "
                    + plc.amsAddress().netId();
            Path file = plant(where, "");
            Ran unknown = Ran.takt("export", "ivml", file.toString()).expect(ExitCode.WRONG_USE);
            assertThat(unknown.err())
                    .contains("point press1.speed: its type is not known")
                    .contains("--ask");
            Ran asked = Ran.takt("export", "ivml", file.toString(), "--ask", "--project", "Line")
                    .expect(ExitCode.GOOD);
            assertThat(asked.out()).contains("project Line {").contains("type = refBy(DoubleType)");
        }
    }

    @Test
    void whatIsNoModelIsAnInvalidFile() throws IOException {
        Path file = Files.writeString(folder.resolve("plant.ivml"), "connections: {}\n");
        Ran ran = Ran.takt("import", "ivml", file.toString()).expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("plant.ivml:1:1: 'project' is expected");
    }
}
