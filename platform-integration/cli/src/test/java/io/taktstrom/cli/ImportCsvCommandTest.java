package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Points out of tag exports of Kepware and Ignition, and that a deployment takes them. */
class ImportCsvCommandTest {

    /** The columns of KEPServerEX 6.5. */
    private static final String KEPWARE =
            "Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate,Scaling,Raw Low,Raw High,Scaled Low,Scaled High,"
                    + "Scaled Data Type,Clamp Low,Clamp High,Eng Units,Description,Negate Value\n";

    private static final String IGNITION = """
            {"name": "Line4", "tagType": "Folder", "tags": [
              {"name": "Press", "tagType": "UdtInstance", "typeId": "Press", "tags": [
                {"name": "Force", "tagType": "AtomicTag", "valueSource": "opc", "dataType": "Float4", "engUnit": "kN",
                  "opcServer": "Ignition OPC UA Server", "opcItemPath": "ns\\u003d1;s\\u003d[S7-1500]DB500,REAL8"},
                {"name": "Count", "tagType": "AtomicTag", "valueSource": "opc", "dataType": "Int4", "tooltip": "of all parts",
                  "opcServer": "Ignition OPC UA Server", "opcItemPath": "[S7-1500]DB500,DI12"},
                {"name": "Mode", "tagType": "AtomicTag", "valueSource": "memory", "dataType": "Int4", "value": 1},
                {"name": "Off", "tagType": "AtomicTag", "valueSource": "opc", "enabled": false, "opcItemPath": "[S7-1500]MW2"},
                {"name": "Bound", "tagType": "AtomicTag", "valueSource": "opc",
                  "opcItemPath": {"bindType": "parameter", "binding": "[{Device}]DB{Db},REAL8"}}
              ]},
              {"name": "Oven", "tagType": "Folder", "tags": [
                {"name": "T", "tagType": "AtomicTag", "valueSource": "opc", "dataType": "Float8",
                  "opcServer": "Oven", "opcItemPath": "ns\\u003d2;s\\u003dOven.T"}
              ]}
            ]}
            """;

    @TempDir
    private Path directory;

    private void validate(Ran imported, String connection) throws IOException {
        Path deployment = Files.writeString(
                directory.resolve("plant.yaml"),
                "connections:\n  device: " + connection + "\nscanClasses:\n  default: {mode: poll, every: 1s}\n"
                        + imported.out());
        Ran.takt("validate", deployment.toString()).expect(ExitCode.GOOD);
    }

    @Test
    void kepwaresTagsArePointsWithTypeUnitAndScaling() throws IOException {
        Path file = Files.writeString(directory.resolve("press1.csv"), KEPWARE + """
                "Force","DB1,REAL4",Float,1,R/W,100,,,,,,,,,"kN","of the ram",
                "Axis.Speed","MW20",Short,1,RO,1000,Linear,0,27648,-10,10,Double,0,0,"m/s",,
                "Mask","DB1,W8",Word,1,RO,100,,,,,,,,,"pieces",,
                "Root","MW22",Word,1,RO,100,Square Root,0,100,0,10,Double,0,0,,,
                "Odd","K0001",Word,1,RO,100,,,,,,,,,,,
                """);
        Ran imported =
                Ran.takt("import", "csv", file.toString(), "--protocol", "s7").expect(ExitCode.GOOD);
        assertThat(imported.lines())
                .containsExactly(
                        "points:",
                        "  - {id: \"device.Force\", on: \"device\", address: \"DB1,REAL4\", type: REAL, unit: \"kN\"}  # of the ram",
                        "  - {id: \"device.Axis.Speed\", on: \"device\", address: \"MW20\", type: INT, unit: \"m/s\", scale: "
                                + 20.0 / 27648 + ", offset: -10.0}",
                        "  - {id: \"device.Mask\", on: \"device\", address: \"DB1,W8\"}");
        assertThat(imported.err()).contains("left out: 1 tag: square root scaling", "press1.csv:6: Odd, K0001: ");
        validate(imported, "{type: s7, host: 127.0.0.1}");
    }

    /** What a Windows machine writes. */
    @Test
    void anExportInAnotherCodePageIsRead() throws IOException {
        Path file = directory.resolve("oven.csv");
        Files.write(
                file, (KEPWARE + "\"T\",\"MAIN.t\",Float,1,RO,100,,,,,,,,,\"°C\",\"Öl\",\n").getBytes("windows-1252"));
        Ran imported =
                Ran.takt("import", "csv", file.toString(), "--protocol", "ads").expect(ExitCode.GOOD);
        assertThat(imported.lines().get(1))
                .isEqualTo("  - {id: \"device.T\", on: \"device\", address: \"MAIN.t\", unit: \"Cel\"}  # Öl");
        validate(imported, "{type: ads, host: 127.0.0.1, amsNetId: 5.1.2.3.1.1}");
    }

    @Test
    void ignitionsTagsOfADeviceAreItsPoints() throws IOException {
        Path file = Files.writeString(directory.resolve("tags.json"), IGNITION);
        Ran several =
                Ran.takt("import", "csv", file.toString(), "--protocol", "s7").expect(ExitCode.WRONG_USE);
        assertThat(several.err()).contains("name one by --device: Oven (1 tag), S7-1500 (2 tags)");
        Ran imported = Ran.takt("import", "csv", file.toString(), "--protocol", "s7", "--device", "S7-1500")
                .expect(ExitCode.GOOD);
        assertThat(imported.lines())
                .containsExactly(
                        "points:",
                        "  - {id: \"device.Line4.Press.Force\", on: \"device\", address: \"DB500,REAL8\", type: REAL, unit: \"kN\"}",
                        "  - {id: \"device.Line4.Press.Count\", on: \"device\", address: \"DB500,DINT12\", type: DINT}  # of all parts");
        assertThat(imported.err())
                .contains(
                        "left out: 1 tag: the value does not come from OPC but from 'memory'",
                        "left out: 1 tag: not enabled",
                        "left out: 1 tag: the address has parameters");
        validate(imported, "{type: s7, host: 127.0.0.1}");
        Ran server = Ran.takt("import", "csv", file.toString(), "--protocol", "opc.tcp", "--device", "Oven")
                .expect(ExitCode.GOOD);
        assertThat(server.out()).contains("address: \"ns=2;s=Oven.T\"}");
        validate(server, "{type: opc.tcp, host: 127.0.0.1}");
    }

    @Test
    void whatIsAnotherFileIsRefused() throws IOException {
        Path csv = Files.writeString(directory.resolve("a.csv"), "id,address\nx,MW0\n");
        assertThat(Ran.takt("import", "csv", csv.toString(), "--protocol", "s7")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("a.csv:1: not a tag export", "'Tag Name'");
        Path json = Files.writeString(directory.resolve("a.json"), "{\"name\": ");
        assertThat(Ran.takt("import", "csv", json.toString(), "--protocol", "s7")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("a.json:1");
        Path none = directory.resolve("none.csv");
        assertThat(Ran.takt("import", "csv", none.toString(), "--protocol", "s7")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("none.csv: does not exist");
        assertThat(Ran.takt("import", "csv", csv.toString(), "--protocol", "s8")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("unknown protocol 's8'");
    }
}
