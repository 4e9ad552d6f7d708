package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.peer.PeerProcess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** The commands on a third-party server, asyncua, with and without security. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpcUaCommandsIT {

    private static final Path SCRIPT = Path.of("../../connector-opcua/interop/src/test/interop/asyncua_server.py");
    private static final Pattern ACCEPT = Pattern.compile("takt trust accept ([0-9a-f]+)");
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path directory;

    @AutoClose
    private @Nullable PeerProcess server;

    private String port = "";

    @BeforeAll
    void startServer(@TempDir Path keys) throws IOException {
        PeerProcess started = PeerProcess.start("TAKT_PYTHON", "a Python with asyncua", SCRIPT, keys.toString());
        server = started;
        port = started.line("ok ");
    }

    private String tell(String order) throws IOException {
        return Objects.requireNonNull(server).tell(order, "ok ");
    }

    private static String address(String name) {
        return "nsu=urn:taktstrom:test;s=" + name;
    }

    private String open() {
        return "opc.tcp://127.0.0.1:" + port + "?security=none";
    }

    @Test
    void aValueIsReadAndWrittenByAnAddressThatHasEqualsSigns() throws IOException {
        Ran.takt("write", open(), address("int32") + "=-17", address("string") + "=a=b", "--yes")
                .expect(ExitCode.GOOD);
        assertThat(tell("get int32")).isEqualTo("-17");
        assertThat(tell("get string")).isEqualTo("\"a=b\"");
        Ran read = Ran.takt("read", open(), address("int32"), "/Objects/Test/string", "--json")
                .expect(ExitCode.GOOD);
        List<JsonNode> values = read.lines().stream().map(JSON::readTree).toList();
        assertThat(values.get(0).get("value").longValue()).isEqualTo(-17);
        assertThat(values.get(1).get("value").stringValue()).isEqualTo("a=b");
    }

    @Test
    void browsingByPathShowsAddressesAndTypes() {
        Ran ran = Ran.takt("browse", open(), "--match", "/Objects/Test/*int32", "--json")
                .expect(ExitCode.GOOD);
        assertThat(ran.lines().stream().map(JSON::readTree))
                .extracting(
                        node -> node.get("point").stringValue(),
                        node -> node.get("type").stringValue())
                .containsExactlyInAnyOrder(tuple(address("int32"), "DINT"), tuple(address("uint32"), "UDINT"));
    }

    @Test
    void aMethodIsCalledWithArgumentsOfItsTypes() {
        Ran ran = Ran.takt("call", "--yes", "--json", open(), address("Test"), "add", "40", "-2")
                .expect(ExitCode.GOOD);
        JsonNode sum = JSON.readTree(ran.lines().get(0));
        assertThat(sum.get("point").stringValue()).isEqualTo("Sum");
        assertThat(sum.get("value").longValue()).isEqualTo(38);
        Ran table = Ran.takt("call", "--yes", open(), "/Objects/Test", "join", "[\"a\",\"b\"]", "+");
        assertThat(table.out()).contains("Text", "a+b", "Count", "2");
    }

    @Test
    void aCallWithWrongArgumentsShowsTheSignatureAndCallsNothing() {
        Ran tooFew =
                Ran.takt("call", "--yes", open(), address("Test"), "add", "40").expect(ExitCode.WRONG_USE);
        assertThat(tooFew.err()).contains("add(First: LINT, Second: LINT) -> (Sum: Int64)", "2 arguments, got 1");
        Ran wrong = Ran.takt("call", "--yes", open(), address("Test"), "add", "40", "two")
                .expect(ExitCode.WRONG_USE);
        assertThat(wrong.err()).contains("Second", "two", "nothing was called");
        Ran unasked = Ran.takt("call", open(), address("Test"), "add", "1", "2").expect(ExitCode.WRONG_USE);
        assertThat(unasked.err()).contains("--yes");
        Ran refused =
                Ran.takt("call", "--yes", open(), address("Test"), "refuse").expect(ExitCode.FAILED);
        assertThat(refused.err()).contains("refuse()", "Bad_OutOfRange");
    }

    @Test
    void recordedValuesArePrintedOldestFirst() throws IOException {
        tell("record uint32 12 5");
        Ran ran = Ran.takt(
                        "history",
                        open(),
                        address("uint32"),
                        "--from",
                        "2026-01-01",
                        "--to",
                        "2026-01-01T00:00:09Z",
                        "--json")
                .expect(ExitCode.GOOD);
        assertThat(ran.lines().stream()
                        .map(JSON::readTree)
                        .map(sample -> sample.get("value").longValue()))
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(Ran.takt("history", open(), address("uint32"), "--from", "2026-01-01", "--to", "2026-01-02")
                        .out())
                .contains("2026-01-01T00:00:11Z  Good  11");
        Ran none = Ran.takt("history", open(), address("uint32"), "--from", "1m");
        assertThat(none.err()).contains("no values");
    }

    @Test
    void eventsGoThroughADeploymentToAFile() throws Exception {
        Path deployment = Files.writeString(directory.resolve("events.yaml"), """
                connections:
                  press: {type: opc.tcp, host: 127.0.0.1, port: %s, security: none}
                scanClasses:
                  fast: {mode: notify, cycle: 50ms}
                points:
                  - {id: alarms, on: press, address: "events:i=2253?severity=500&fields=Message,Severity", scan: fast}
                  - {id: serial, on: press, address: "nsu=urn:taktstrom:test;s=serial", scan: fast}
                streams:
                  - {id: samples, from: "**", to: [file]}
                sinks:
                  file: {type: jsonl, path: events.jsonl}
                """.formatted(port));
        Path written = directory.resolve("events.jsonl");
        // A subscriber that is not ready misses an event, so it is raised until it is written.
        Ran ran = Running.until(
                () -> {
                    tell("event 700 Press too hot");
                    tell("event 100 Press fine");
                    return Files.readString(written).contains("too hot");
                },
                "run",
                deployment.toString());
        assertThat(ran.code()).as(ran.err()).isEqualTo(ExitCode.GOOD);
        JsonNode alarm = Files.readAllLines(written).stream()
                .map(JSON::readTree)
                .filter(sample -> sample.get("point").stringValue().equals("alarms")
                        && sample.get("value").isString())
                .findFirst()
                .orElseThrow();
        JsonNode event = JSON.readTree(alarm.get("value").stringValue());
        assertThat(event.get("Message").stringValue()).isEqualTo("too hot");
        assertThat(event.get("Severity").intValue()).isEqualTo(700);
    }

    @Test
    void anUnknownServerIsRefusedUntilItIsAcceptedAndAgainWhenItIsRejected() throws IOException {
        tell("set uint16 42");
        String pki = directory.resolve("pki").toString();
        String secure = "opc.tcp://localhost:" + port + "?connectTimeout=30s&pki=" + pki;

        Ran refused = Ran.takt("read", secure, address("uint16")).expect(ExitCode.FAILED);
        Matcher remedy = ACCEPT.matcher(refused.err());
        assertThat(remedy.find()).as(refused.err()).isTrue();
        String fingerprint = remedy.group(1);

        assertThat(Ran.takt("trust", "list", "--pki", pki).out()).contains("quarantine", "CN=Press");
        assertThat(Ran.takt("trust", "show", "--pki", pki, fingerprint).out())
                .contains("urn:taktstrom:asyncua", "localhost", "quarantine");
        assertThat(Ran.takt("trust", "accept", "--pki", pki, fingerprint).out()).startsWith("trusted: CN=Press");
        Ran read = Ran.takt("read", secure, address("uint16")).expect(ExitCode.GOOD);
        assertThat(read.out()).contains("42");

        assertThat(Ran.takt("trust", "reject", "--pki", pki, fingerprint).out()).startsWith("rejected: CN=Press");
        Ran rejected = Ran.takt("read", secure, address("uint16")).expect(ExitCode.FAILED);
        assertThat(rejected.err()).contains("was rejected");
    }

    @Test
    void aFingerprintThatIsNotThereFailsAndSaysHowToSeeThem() {
        Ran ran = Ran.takt("trust", "accept", "--pki", directory.toString(), "ab12cd34")
                .expect(ExitCode.FAILED);
        assertThat(ran.err()).contains("no certificate").contains("takt trust list");
    }

    @Test
    void aDeploymentRunsOverOpcUaAndItsAccountIsEven() throws Exception {
        Path deployment = Files.writeString(directory.resolve("plant.yaml"), """
                connections:
                  press: {type: opc.tcp, host: 127.0.0.1, port: %s, security: none}
                scanClasses:
                  fast: {mode: notify, cycle: 50ms}
                points:
                  - {id: serial, on: press, address: "nsu=urn:taktstrom:test;s=serial", scan: fast}
                streams:
                  - {id: samples, from: "**", to: [file]}
                sinks:
                  file: {type: jsonl, path: samples.jsonl}
                """.formatted(port));
        Path written = directory.resolve("samples.jsonl");
        Ran ran = Running.until(() -> Files.readString(written).contains("4711"), "run", deployment.toString())
                .expect(ExitCode.GOOD);
        List<JsonNode> samples =
                Files.readAllLines(written).stream().map(JSON::readTree).toList();
        assertThat(samples).isNotEmpty();
        assertThat(samples.get(samples.size() - 1).get("value").longValue()).isEqualTo(4711);
        assertThat(ran.out()).contains("dropped 0");
    }

    /** In the packed jar, where Bouncy Castle has lost its signature. */
    @Test
    void theJarSpeaksSecurely() throws Exception {
        String pki = directory.resolve("pki").toString();
        String secure = "opc.tcp://localhost:" + port + "?security=Aes256_Sha256_RsaPss&connectTimeout=60s&pki=" + pki;
        try (TaktProcess refused = TaktProcess.start(directory, "read", secure, address("serial"))) {
            assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
            Matcher remedy = ACCEPT.matcher(refused.err());
            assertThat(remedy.find()).as(refused.err()).isTrue();
            Ran.takt("trust", "accept", "--pki", pki, remedy.group(1));
        }
        try (TaktProcess read = TaktProcess.start(directory, "read", secure, address("serial"))) {
            assertThat(read.code()).as(read.out() + read.err()).isEqualTo(ExitCode.GOOD);
            assertThat(read.out()).contains("4711");
        }
    }
}
