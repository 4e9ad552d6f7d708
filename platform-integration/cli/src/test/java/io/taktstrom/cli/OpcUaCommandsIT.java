package io.taktstrom.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** The commands on a server that nobody here wrote, asyncua, with and without security. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpcUaCommandsIT {

    private static final Path SCRIPT = Path.of("../../connector-opcua/client/src/test/interop/asyncua_server.py");
    private static final Pattern ACCEPT = Pattern.compile("takt trust accept ([0-9a-f]+)");
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    Path directory;

    private Process server;
    private BufferedReader out;
    private Writer in;
    private String port;

    @BeforeAll
    void startServer(@TempDir Path keys) throws IOException {
        String python = System.getenv("TAKT_PYTHON");
        if (python == null && "1".equals(System.getenv("TAKT_INTEROP"))) {
            throw new AssertionError("TAKT_INTEROP is 1, but TAKT_PYTHON names no interpreter that has asyncua");
        }
        Assumptions.assumeTrue(
                python != null, "TAKT_PYTHON names no interpreter that has asyncua; './takt test' makes one");
        server = new ProcessBuilder(python, SCRIPT.toString(), keys.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = server.inputReader(StandardCharsets.UTF_8);
        in = server.outputWriter(StandardCharsets.UTF_8);
        port = answer();
    }

    @AfterAll
    void stopServer() throws Exception {
        if (server == null) {
            return;
        }
        in.close();
        if (!server.waitFor(20, TimeUnit.SECONDS)) {
            server.destroyForcibly();
        }
    }

    private String tell(String order) throws IOException {
        in.write(order + "\n");
        in.flush();
        return answer();
    }

    private String answer() throws IOException {
        String line = out.readLine();
        assertThat(line).startsWith("ok ");
        return line.substring(3);
    }

    private static String address(String name) {
        return "nsu=urn:taktstrom:test;s=" + name;
    }

    private String open() {
        return "opc.tcp://127.0.0.1:" + port + "?security=none";
    }

    @Test
    void aValueIsReadAndWrittenByAnAddressThatHasEqualsSigns() throws IOException {
        Ran written = Ran.takt("write", open(), address("int32") + "=-17", address("string") + "=a=b", "--yes");
        assertThat(written.code()).as(written.out() + written.err()).isEqualTo(Takt.GOOD);
        assertThat(tell("get int32")).isEqualTo("-17");
        assertThat(tell("get string")).isEqualTo("\"a=b\"");
        Ran read = Ran.takt("read", open(), address("int32"), "/Objects/Test/string", "--json");
        assertThat(read.code()).as(read.out() + read.err()).isEqualTo(Takt.GOOD);
        List<JsonNode> values = read.lines().stream().map(JSON::readTree).toList();
        assertThat(values.get(0).get("value").longValue()).isEqualTo(-17);
        assertThat(values.get(1).get("value").stringValue()).isEqualTo("a=b");
    }

    @Test
    void browsingByPathShowsAddressesAndTypes() {
        Ran ran = Ran.takt("browse", open(), "--match", "/Objects/Test/*int32", "--json");
        assertThat(ran.code()).as(ran.err()).isEqualTo(Takt.GOOD);
        assertThat(ran.lines().stream().map(JSON::readTree))
                .extracting(
                        node -> node.get("point").stringValue(),
                        node -> node.get("type").stringValue())
                .containsExactlyInAnyOrder(tuple(address("int32"), "DINT"), tuple(address("uint32"), "UDINT"));
    }

    @Test
    void anUnknownServerIsRefusedUntilItIsAcceptedAndAgainWhenItIsRejected() throws IOException {
        tell("set uint16 42");
        String pki = directory.resolve("pki").toString();
        String secure = "opc.tcp://localhost:" + port + "?connectTimeout=30s&pki=" + pki;

        Ran refused = Ran.takt("read", secure, address("uint16"));
        assertThat(refused.code()).isEqualTo(Takt.FAILED);
        Matcher remedy = ACCEPT.matcher(refused.err());
        assertThat(remedy.find()).as(refused.err()).isTrue();
        String fingerprint = remedy.group(1);

        assertThat(Ran.takt("trust", "list", "--pki", pki).out()).contains("quarantine", "CN=Press");
        assertThat(Ran.takt("trust", "show", "--pki", pki, fingerprint).out())
                .contains("urn:taktstrom:asyncua", "localhost", "quarantine");
        assertThat(Ran.takt("trust", "accept", "--pki", pki, fingerprint).out()).startsWith("trusted: CN=Press");
        Ran read = Ran.takt("read", secure, address("uint16"));
        assertThat(read.code()).as(read.out() + read.err()).isEqualTo(Takt.GOOD);
        assertThat(read.out()).contains("42");

        assertThat(Ran.takt("trust", "reject", "--pki", pki, fingerprint).out()).startsWith("rejected: CN=Press");
        Ran rejected = Ran.takt("read", secure, address("uint16"));
        assertThat(rejected.code()).isEqualTo(Takt.FAILED);
        assertThat(rejected.err()).contains("was rejected");
    }

    @Test
    void aFingerprintThatIsNotThereFailsAndSaysHowToSeeThem() {
        Ran ran = Ran.takt("trust", "accept", "--pki", directory.toString(), "ab12");
        assertThat(ran.code()).isEqualTo(Takt.FAILED);
        assertThat(ran.err()).contains("no certificate").contains("takt trust list");
    }

    @Test
    void aDeploymentRunsOverOpcUaAndItsAccountIsEven() throws IOException {
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
        Ran ran = Ran.takt("run", deployment.toString(), "--seconds", "5");
        assertThat(ran.code()).as(ran.err()).isEqualTo(Takt.GOOD);
        List<JsonNode> samples = Files.readAllLines(directory.resolve("samples.jsonl")).stream()
                .map(JSON::readTree)
                .toList();
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
            assertThat(refused.code()).isEqualTo(Takt.FAILED);
            Matcher remedy = ACCEPT.matcher(refused.err());
            assertThat(remedy.find()).as(refused.err()).isTrue();
            Ran.takt("trust", "accept", "--pki", pki, remedy.group(1));
        }
        try (TaktProcess read = TaktProcess.start(directory, "read", secure, address("serial"))) {
            assertThat(read.code()).as(read.out() + read.err()).isEqualTo(Takt.GOOD);
            assertThat(read.out()).contains("4711");
        }
    }
}
