package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Metrics go to a receiver of OpenTelemetry's protocol, whose decoder is not ours. */
class OtlpIT extends DemoPlant {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String REFUSED = "does not accept them";

    private static PeerProcess receiver(int port) throws IOException {
        return PeerProcess.start(
                "TAKT_PYTHON",
                "a Python with opentelemetry-proto",
                Path.of("src", "test", "interop", "otlp_receiver.py"),
                Integer.toString(port));
    }

    private Path file(int port) throws IOException {
        Path token = Files.createFile(
                directory.resolve("token"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(token, "Bearer open-sesame");
        return DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
                streams:
                  - {id: all, from: "**", to: [lines]}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                metrics:
                  otlp: {url: "http://127.0.0.1:%d/v1/metrics", every: 1s, headers: {Authorization: "${file:token}"}}
                """.formatted(port));
    }

    private static JsonNode metric(JsonNode request, String name) {
        for (JsonNode metric : request.get("metrics")) {
            if (metric.get("name").stringValue().equals(name)) {
                return metric;
            }
        }
        throw new AssertionError("no " + name + " in " + request);
    }

    @Test
    void allMetricsArriveWithTheirUnitsAndTagsAndTheHeaderOfTheFile() throws Exception {
        try (PeerProcess receiver = receiver(0);
                Running run = Running.takt(
                        "run", file(Integer.parseInt(receiver.line("ready "))).toString())) {
            JsonNode request = JSON.readTree(receiver.line("got "));
            while (metric(request, "taktstrom.stream.published").get("value").doubleValue() < 5) {
                request = JSON.readTree(receiver.line("got "));
            }
            assertThat(request.get("path").stringValue()).isEqualTo("/v1/metrics");
            assertThat(request.get("type").stringValue()).isEqualTo("application/x-protobuf");
            assertThat(request.get("authorization").stringValue()).isEqualTo("Bearer open-sesame");
            assertThat(request.at("/resource/service.name").stringValue()).isEqualTo("takt");

            JsonNode received = metric(request, "taktstrom.stream.received");
            assertThat(received.get("kind").stringValue()).isEqualTo("sum");
            assertThat(received.get("isMonotonic").booleanValue()).isTrue();
            assertThat(received.get("isCumulative").booleanValue()).isTrue();
            assertThat(received.get("unit").stringValue()).isEqualTo("samples");
            assertThat(received.at("/attributes/stream").stringValue()).isEqualTo("all.lines");
            assertThat(metric(request, "taktstrom.poll.lateness").get("unit").stringValue())
                    .isEqualTo("seconds");
            assertThat(metric(request, "jvm.memory.used").get("value").doubleValue())
                    .isPositive();

            assertThat(run.end().code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            assertThat(run.err() + run.out()).doesNotContain("open-sesame");
        }
    }

    @Test
    void aReceiverThatIsAwayIsToldOnceAndSentToWhenItIsThere() throws Exception {
        try (HeldPort port = new HeldPort();
                Running run = Running.takt("run", file(port.number()).toString())) {
            run.await(() -> run.err().contains(REFUSED));
            try (PeerProcess receiver = receiver(port.number())) {
                receiver.line("ready ");
                run.await(() -> run.err().contains("accepts them again"));
                receiver.line("got ");
                assertThat(run.err()).containsOnlyOnce(REFUSED);
            }
            run.await(() -> run.err().lastIndexOf(REFUSED) > run.err().indexOf("accepts them again"));
            assertThat(run.end().code()).as(run.err()).isEqualTo(ExitCode.GOOD);
        }
    }
}
