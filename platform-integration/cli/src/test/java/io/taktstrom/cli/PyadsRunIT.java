package io.taktstrom.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** From a third-party server, pyads' test server, to a file of JSON lines. */
class PyadsRunIT {

    private static final Path SERVER = Path.of("src/test/interop/counting_server.py");
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path directory;

    @Test
    void everyValueThatTheServerGaveIsInTheFileOnceAndInOrder() throws Exception {
        try (PeerProcess server = PeerProcess.start("TAKT_PYTHON", "a Python with pyads", SERVER)) {
            String port = server.line("").strip();
            Path deployment = DeploymentText.write(directory, Integer.parseInt(port), """
                    points:
                      - {id: counter, on: plc, address: "0x4020:0:DINT", scan: poll}
                      - {id: level, on: plc, address: "0x4020:8:LREAL", scan: poll}
                    streams:
                      - {id: samples, from: "**", to: [file]}
                    sinks:
                      file: {type: jsonl, path: samples.jsonl}
                    """);
            Ran ran = Ran.takt("run", deployment.toString(), "--seconds", "3").expect(ExitCode.GOOD);

            List<JsonNode> samples = Files.readAllLines(directory.resolve("samples.jsonl")).stream()
                    .map(JSON::readTree)
                    .toList();
            assertThat(ran.out())
                    .contains("samples.file: received " + samples.size() + " = published " + samples.size()
                            + " + buffered 0 + dropped 0");
            assertThat(samples)
                    .allMatch(sample -> sample.get("status").stringValue().equals("Good"));
            List<Integer> counter = samples.stream()
                    .filter(sample -> sample.get("point").stringValue().equals("counter"))
                    .map(sample -> sample.get("value").intValue())
                    .toList();
            List<Double> level = samples.stream()
                    .filter(sample -> sample.get("point").stringValue().equals("level"))
                    .map(sample -> sample.get("value").doubleValue())
                    .toList();
            assertThat(counter).hasSizeGreaterThan(5);
            assertThat(counter)
                    .isEqualTo(IntStream.range(0, counter.size())
                            .mapToObj(i -> -3 * i)
                            .toList());
            assertThat(level)
                    .isEqualTo(IntStream.range(0, counter.size())
                            .mapToObj(i -> i * 0.1)
                            .toList());
        }
    }
}
