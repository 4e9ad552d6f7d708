package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The example of Parquet files as it is, but for port and patience, read by Apache Arrow. */
class ParquetRunIT extends DemoPlant {

    private static final Path EXAMPLE = Path.of("../../docs/examples/parquet.yaml");
    private static final Path READER = Path.of("../sinks/parquet/src/test/interop/read_parquet.py");
    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void everySampleThatWasPublishedIsInTheFolderOnce() throws IOException {
        try (PeerProcess arrow = PeerProcess.start("TAKT_PYTHON", "a Python with pyarrow", READER)) {
            arrow.line("ready");
            String text = Files.readString(EXAMPLE)
                    .replace("port: 48898", "port: " + plc.port())
                    .replace("keepFor: 90d", "keepFor: 90d, rotateEvery: 1s");
            Path file = Files.writeString(directory.resolve("plant.yaml"), text);
            Ran ran = Ran.takt("run", file.toString(), "--seconds", "4").expect(ExitCode.GOOD);
            long published = PrintedAccount.of(ran.out(), "all.lake").published();
            List<String> rows = new ArrayList<>();
            try (Stream<Path> files = Files.walk(directory.resolve("lake"))) {
                for (Path each : files.filter(Files::isRegularFile).toList()) {
                    read(each, arrow, rows);
                }
            }
            assertThat(rows).hasSize((int) published).hasSizeGreaterThan(100);
            assertThat(new HashSet<>(rows)).hasSameSizeAs(rows);
        }
    }

    private static void read(Path file, PeerProcess arrow, List<String> rows) throws IOException {
        assertThat(file.toString()).containsPattern("date=\\d{4}-\\d\\d-\\d\\d.press1.*\\.parquet$");
        for (JsonNode row : JSON.readTree(arrow.tell(file.toString(), "ok "))) {
            rows.add(identity(row));
        }
    }

    private static String identity(JsonNode row) {
        assertThat(row.get("connection").stringValue()).isEqualTo("press1");
        return row.get("point") + " " + row.get("sequence") + " " + row.get("sourceTime") + " " + row.get("receivedAt");
    }
}
