package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.testkit.HeldPort;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** ADS in, OPC UA out: a server that a deployment file describes, with clients that read, write and stay through a reload. */
class OpcUaServerRunIT {

    private static final String POINTS = """
              - {id: plc.setpoint, on: plc, address: MAIN.setpoint, scan: push, writable: true, limits: {min: 0, max: 30}}
              - {id: plc.speed, on: plc, address: MAIN.speed, scan: push, unit: m/s}
            """;

    private static final String MORE = "  - {id: plc.raw, on: plc, address: MAIN.raw, scan: push}\n";

    @TempDir
    Path directory;

    @AutoClose
    private AdsSimulator plc;

    @AutoClose
    private final HeldPort port = new HeldPort();

    OpcUaServerRunIT() throws IOException {}

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder().model(AdsModel.parse("""
                        symbols:
                          MAIN.setpoint: {type: LREAL, value: 20}
                          MAIN.speed: {type: LREAL, value: 10}
                          MAIN.raw: {type: INT, value: 615}
                        """)).start();
        ShownSecret.file(directory, "password.txt", "secret\n");
    }

    private Path file(String points, String options) throws IOException {
        return DeploymentText.write(directory, plc, "points:\n" + points + """
                streams:
                  - {id: all, from: "**", to: [scada]}
                sinks:
                  scada: {type: opcua-server, port: %d, pki: pki, users: {ann: "${file:password.txt}"}%s}
                commands: {audit: audit.jsonl}
                """.formatted(port.number(), options));
    }

    private String open() {
        return "opc.tcp://127.0.0.1:" + port.number() + "/?security=none";
    }

    private static String address(String point) {
        return "nsu=urn:taktstrom:points;s=" + point;
    }

    private static ConditionFactory patiently() {
        return await().atMost(Duration.ofSeconds(60)).ignoreExceptions();
    }

    private void awaitValue(String point, String value) {
        patiently().until(() -> Ran.takt("read", open(), address(point)).out().contains(value));
    }

    private static void end(TaktProcess run) throws Exception {
        run.signal("INT");
        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
        assertThat(run.out()).as(run.err()).containsPattern("all.scada.*dropped 0");
    }

    @Test
    void aClientReadsAndWritesWithinTheLimitsAndTheAuditHasIt() throws Exception {
        try (TaktProcess run =
                TaktProcess.start(directory, "run", file(POINTS, "").toString())) {
            awaitValue("plc.speed", "10");
            Ran.takt("write", open(), address("plc.setpoint") + "=21.5", "--yes")
                    .expect(ExitCode.GOOD);
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(21.5);
            awaitValue("plc.setpoint", "21.5");
            Ran beyond = Ran.takt("write", open(), address("plc.setpoint") + "=31", "--yes");
            assertThat(beyond.code()).isEqualTo(ExitCode.FAILED);
            assertThat(beyond.out() + beyond.err()).contains("Bad_OutOfRange");
            Ran fixed = Ran.takt("write", open(), address("plc.speed") + "=1", "--yes");
            assertThat(fixed.code()).isNotEqualTo(ExitCode.GOOD);
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(21.5);
            end(run);
        }
        assertThat(Files.readString(directory.resolve("audit.jsonl")))
                .contains("\"sink scada\"", "anonymous at 127.0.0.1", "\"event\":\"done\"", "\"event\":\"refused\"");
    }

    @Test
    void aReloadAddsAndRemovesVariablesAndSessionsStay() throws Exception {
        Path file = file(POINTS, "");
        ConnectorProvider opcua = Providers.ofClassPath().connector("opc.tcp");
        try (TaktProcess run = TaktProcess.start(directory, "run", file.toString())) {
            awaitValue("plc.speed", "10");
            try (Connection client = opcua.connect(
                    opcua.descriptor().endpoint("127.0.0.1", port.number(), Map.of("security", "none")),
                    ConnectContext.standard())) {
                file(POINTS + MORE, "");
                run.signal("HUP");
                awaitValue("plc.raw", "615");
                file(MORE, "");
                run.signal("HUP");
                patiently()
                        .until(() -> Ran.takt("read", open(), address("plc.speed"))
                                .out()
                                .contains("Bad_NodeIdUnknown"));
                awaitValue("plc.raw", "615");
                assertThat(client.device()).isNotNull();
                assertThat(client.closed().toCompletableFuture()).isNotDone();
                // Other options are another server, on the same port, which waits for the next sample.
                file(MORE, ", maxSessions: 50");
                run.signal("HUP");
                patiently().until(() -> client.closed().toCompletableFuture().isDone());
                plc.set("MAIN.raw", 616);
                awaitValue("plc.raw", "616");
                assertThat(run.err()).doesNotContain("reloadRefused");
            }
            run.signal("INT");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
        }
    }

    @Test
    void anUnknownClientIsRefusedUntilAnOperatorAcceptsIt() throws Exception {
        Path pki = directory.resolve("client-pki");
        String secure = "opc.tcp://127.0.0.1:" + port.number() + "/?user=ann&pki=" + pki + "&password=${file:"
                + directory.resolve("password.txt") + "}";
        ShownSecret.file(directory, "wrong.txt", "wrong\n");
        try (TaktProcess run = TaktProcess.start(
                directory,
                "run",
                file(POINTS, ", anonymous: never, securityNone: never").toString())) {
            patiently()
                    .until(() ->
                            Ran.takt("read", secure, address("plc.speed")).err().contains("quarantine"));
            accept(pki);
            Ran refused = Ran.takt("read", secure, address("plc.speed"));
            assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
            patiently().until(() -> run.err().contains("refused a client"));
            accept(directory.resolve("pki"));
            patiently()
                    .until(() ->
                            Ran.takt("read", secure, address("plc.speed")).out().contains("10"));
            Ran wrong = Ran.takt("read", secure.replace("password.txt", "wrong.txt"), address("plc.speed"));
            assertThat(wrong.code()).isEqualTo(ExitCode.FAILED);
            end(run);
        }
    }

    private static void accept(Path pki) {
        Matcher fingerprint = Pattern.compile("[0-9a-f]{12,64}")
                .matcher(Ran.takt("trust", "list", "--pki", pki.toString()).out());
        assertThat(fingerprint.find()).isTrue();
        Ran.takt("trust", "accept", fingerprint.group(), "--pki", pki.toString())
                .expect(ExitCode.GOOD);
    }
}
