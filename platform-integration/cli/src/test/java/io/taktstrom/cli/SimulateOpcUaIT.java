package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A simulated OPC UA server from the command line. */
class SimulateOpcUaIT {

    @TempDir
    Path directory;

    @Test
    void itPrintsItsEndpointWhenItIsReady() {
        Ran ran = Ran.takt("simulate", "opcua", "--bind", "127.0.0.1:0", "--seconds", "1")
                .expect(ExitCode.GOOD);
        assertThat(ran.lines()).singleElement().asString().matches("opc\\.tcp://127\\.0\\.0\\.1:\\d+/\\?security=none");
    }

    @Test
    void whatItPrintsIsReadAndWritten() throws IOException {
        try (OpcUaSimulator server =
                OpcUaSimulator.builder().model(OpcUaModel.demo()).start()) {
            String target = server.nodeId("oven.target");
            assertThat(Ran.takt("read", server.endpointUri(), target).out()).contains("182");
            Ran.takt("write", server.endpointUri(), target + "=190", "--yes").expect(ExitCode.GOOD);
            assertThat(server.get("oven.target")).isEqualTo(190.0);
        }
    }

    @Test
    void tenThousandVariablesBecomePointsWithOneCommand() throws IOException {
        try (OpcUaSimulator server =
                OpcUaSimulator.builder().model(OpcUaModel.load()).start()) {
            String uri = server.endpointUri();
            Ran ran = Ran.takt("browse", uri, "--match", "**load.v**", "--points", "--on", "line1", "--scan", "slow")
                    .expect(ExitCode.GOOD);
            assertThat(ran.lines()).hasSize(10_001);
            assertThat(ran.lines().get(1))
                    .isEqualTo("  - {id: \"line1.load.v0\", on: \"line1\", address: \"" + server.nodeId("load.v0")
                            + "\", scan: \"slow\"}");
            Path plant = Files.writeString(
                    directory.resolve("plant.yaml"),
                    "connections:\n  line1: {type: opc.tcp, host: 127.0.0.1, port: "
                            + URI.create(uri).getPort() + ", security: none}\nscanClasses:\n"
                            + "  slow: {mode: poll, every: 1s}\n" + ran.out());
            Ran.takt("validate", plant.toString()).expect(ExitCode.GOOD);
        }
    }

    @Test
    void aMistakeInAModelIsReportedWithItsPlace() throws IOException {
        Path model = Files.writeString(directory.resolve("bad.yaml"), "points:\n  a: {type: Int31}\n");
        Ran ran = Ran.takt("simulate", "opcua", "--model", model.toString()).expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("bad.yaml:line 2, column ", "type 'Int31' is unknown");
    }

    @Test
    void theShippedExampleIsRight() throws IOException {
        OpcUaModel model = OpcUaModel.parse(Files.readString(Path.of("../../docs/examples/simulator/opcua-line.yaml")));
        assertThat(model.points()).hasSize(5);
    }
}
