package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Commands on a simulated CPU, and the import of its symbols. */
class S7CommandsIT {

    static final String SOURCE = """
            DATA_BLOCK "Line"
            { S7_Optimized_Access := 'FALSE' }
               STRUCT
                  "speed set" : Real;
                  running : Bool;
                  name : String[10];
               END_STRUCT;
            BEGIN
            END_DATA_BLOCK
            """;

    @TempDir
    Path directory;

    @Test
    void aSimulatedCpuIsReadAndWritten() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder().model(S7Model.demo()).start()) {
            Ran ran = Ran.takt(
                    "read", cpu.endpointUri(), "DB1.DBB50:STRING(20)", "%DB1:116:REAL[8]", "DB2,INT0", "DB9,INT0");
            assertThat(ran.out()).contains("Filler 3").contains("REAL").contains("7");
            Ran.takt("write", cpu.endpointUri(), "DB2.DBW0:UINT=42", "--yes").expect(ExitCode.GOOD);
            assertThat(cpu.get("recipe.number")).isEqualTo(42L);
        }
    }

    @Test
    void aSimulatedCpuIsReadAndWrittenByWayOfPlc4j() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder().model(S7Model.demo()).start()) {
            String uri = cpu.endpointUri() + "&backend=plc4j";
            Ran ran = Ran.takt("read", uri, "DB1.DBB50:STRING(20)", "%DB1:116:REAL[8]", "DB2,INT0")
                    .expect(ExitCode.GOOD);
            assertThat(ran.out()).contains("Filler 3").contains("7");
            Ran.takt("write", uri, "DB2.DBW0:UINT=42", "--yes").expect(ExitCode.GOOD);
            assertThat(cpu.get("recipe.number")).isEqualTo(42L);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"read | DB1,XYZ", "write | DB1,XYZ=1", "watch | DB1,XYZ"})
    void anAddressThatCanBeNoneIsRefusedBeforeAnybodyIsAsked(String command, String what) {
        // Nothing listens on port 1.
        Ran ran = Ran.takt(
                        command, "s7://127.0.0.1:1?rack=0&slot=1", what, command.equals("write") ? "--yes" : "DB1.DBW0")
                .expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("'DB1,XYZ': ").doesNotContain("127.0.0.1:1");
    }

    @Test
    void dataBlocksAndImportedNamesAreBrowsed() throws IOException {
        Path source = Files.writeString(directory.resolve("Line.db"), SOURCE);
        try (S7Simulator cpu = S7Simulator.builder().model(S7Model.demo()).start()) {
            assertThat(Ran.takt("browse", cpu.endpointUri()).out()).contains("DB1.DBB0:BYTE[", "DB2.DBB0:BYTE[");
            Ran ran = Ran.takt(
                    "browse",
                    cpu.endpointUri() + "&blockNumbers=Line=1&symbols=" + source,
                    "--match",
                    "Line.*speed*",
                    "--json");
            assertThat(ran.lines())
                    .singleElement()
                    .asString()
                    .contains("\"point\":\"DB1.DBD0:REAL\"", "\"comment\":\"Line.speed set\"");
        }
    }

    @Test
    void valuesAreWatched() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder().model(S7Model.demo()).start()) {
            Ran ran = Ran.takt(
                            "watch", cpu.endpointUri(), "DB2.DBW0:UINT", "--cycle", "20ms", "--seconds", "5", "--json")
                    .expect(ExitCode.GOOD);
            assertThat(ran.lines()).first().asString().contains("\"point\":\"DB2.DBW0:UINT\"", "\"value\":7");
        }
    }

    @Test
    void importedSymbolsAreTheSimulatedCpusAndPointsOfADeployment() throws Exception {
        Path source = Files.writeString(directory.resolve("Line.db"), SOURCE);
        Ran imported =
                Ran.takt("import", "s7", source.toString(), "--db", "Line=1", "--on", "press1", "--scan", "slow");
        assertThat(imported.code()).isEqualTo(ExitCode.GOOD);
        assertThat(imported.lines())
                .containsExactly(
                        "points:",
                        "  - {id: \"press1.Line.speed_set\", on: \"press1\", address: \"DB1.DBD0:REAL\", scan: \"slow\"}",
                        "  - {id: \"press1.Line.running\", on: \"press1\", address: \"DB1.DBX4.0\", scan: \"slow\"}",
                        "  - {id: \"press1.Line.name\", on: \"press1\", address: \"DB1.DBB6:STRING(10)\", scan: \"slow\"}");

        Path deployment = directory.resolve("plant.yaml");
        Files.writeString(deployment, """
                connections:
                  press1: {type: s7, host: 127.0.0.1}
                scanClasses:
                  slow: {mode: poll, every: 1s}
                """ + imported.out());
        Ran.takt("validate", deployment.toString()).expect(ExitCode.GOOD);
    }

    @Test
    void aWrongSourceIsWrongUse() throws IOException {
        Path source = Files.writeString(directory.resolve("Line.db"), SOURCE);
        Ran ran = Ran.takt("import", "s7", source.toString()).expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("Line.db:1:12: data block \"Line\" has no number");
        Ran.takt("import", "s7", directory.resolve("no.db").toString()).expect(ExitCode.WRONG_USE);
        Ran.takt("simulate", "s7", "--model", source + "x").expect(ExitCode.WRONG_USE);
    }

    @Test
    void aSimulatorOfASourceRunsForAWhile() throws IOException {
        Path source = Files.writeString(directory.resolve("Line.db"), SOURCE);
        Ran ran = Ran.takt("simulate", "s7", "--bind", "127.0.0.1:0", "--model", source.toString(), "--seconds", "1")
                .expect(ExitCode.GOOD);
        assertThat(ran.out()).startsWith("s7://127.0.0.1:");
        assertThat(ran.err()).contains("data block \"Line\" is DB1");
    }
}
