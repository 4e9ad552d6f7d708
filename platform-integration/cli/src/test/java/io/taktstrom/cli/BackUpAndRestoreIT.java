package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import io.taktstrom.testkit.peer.PeerProcess;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** docs/how-to/back-up-and-restore.md: what it says to copy is enough for another machine to go on. */
@EnabledIfEnvironmentVariable(named = "TAKT_INTEROP", matches = "1")
class BackUpAndRestoreIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path PAGE = Path.of("../../docs/how-to/back-up-and-restore.md");
    private static final Path SERVER = Path.of("../../connector-opcua/interop/src/test/interop/asyncua_server.py");
    private static final Path FILE = Path.of("etc/taktstrom/deployment.yaml");
    private static final Path STATE = Path.of("var/lib/taktstrom");

    @TempDir
    private Path directory;

    @Test
    void anotherMachineGoesOnWithWhatThePageSaysToCopy() throws Exception {
        try (AdsSimulator plc =
                        AdsSimulator.builder().model(AdsModel.parse("""
                                symbols:
                                  MAIN.counter: {type: UDINT, waveform: counter}
                                  MAIN.setpoint: {type: LREAL, value: 20}
                                """)).start();
                PeerProcess oven = PeerProcess.start(
                        "TAKT_PYTHON",
                        "a Python with asyncua",
                        SERVER,
                        Files.createDirectory(directory.resolve("keys")).toString());
                Mosquitto broker = Mosquitto.start("persistence true", "persistence_location {folder}/");
                MqttPeer peer = MqttPeer.listenForGood(broker.address(), "archive", "plant/#");
                MqttPeer office = MqttPeer.listen(broker.address(), "answers")) {
            Path old = machine("old");
            install(old, plc, oven.line("ok "), broker);
            String command = command("order-1");

            PrintedAccount before;
            try (TaktProcess run = run(old)) {
                acceptTheServer(old, run);
                await(
                        run,
                        () -> heard(peer).stream()
                                .anyMatch(sample -> sample.contains("\"oven.serial\"") && sample.contains("\"Good\"")));
                office.publish("commands", command, false);
                await(run, () -> answers(office).equals(List.of("done")));
                broker.stop();
                await(run, () -> segments(old) > 20_000);
                before = end(run);
            }
            assertThat(before.buffered()).isPositive();

            Path backup = Files.createDirectory(directory.resolve("backup"));
            copy(old, backup);
            Files.move(old, directory.resolve("gone"));
            Path other = Files.createDirectory(directory.resolve("other"));
            copy(backup, other);
            broker.startAgain();
            PrintedAccount after;
            try (TaktProcess run = run(other)) {
                await(run, () -> heard(peer).size() > before.published() + before.buffered() + 200);
                office.publish("commands", command, false);
                await(run, () -> answers(office).equals(List.of("done", "repeated")));
                after = end(run);
                assertThat(run.err()).contains("goes on with " + before.buffered() + " samples");
            }
            assertThat(before.dropped() + after.dropped()).isZero();
            assertThat(after.recovered()).isEqualTo(before.buffered()).isLessThan(after.published());
            // The broker may have had some when it was stopped: those come twice.
            Awaitility.await().atMost(LIMIT).until(() -> distinct(peer) == before.published() + after.published());
            assertThat(heard(peer).stream().filter(sample -> sample.contains("\"oven.serial\"")))
                    .as("the server trusts the key that came along")
                    .last()
                    .asString()
                    .contains("\"Good\"");

            int once = heard(peer).size();
            Path again = Files.createDirectory(directory.resolve("again"));
            copy(backup, again);
            PrintedAccount repeated;
            try (TaktProcess run = run(again)) {
                await(run, () -> heard(peer).size() > once + before.buffered());
                repeated = end(run);
            }
            assertThat(repeated.recovered()).isEqualTo(before.buffered());
            // An old backup brings its samples again.
            Awaitility.await().atMost(LIMIT).until(() -> heard(peer).size() - distinct(peer) >= before.buffered());
        }
    }

    private Path machine(String name) throws IOException {
        Path root = directory.resolve(name);
        Files.createDirectories(root.resolve(FILE).getParent());
        Files.createDirectories(root.resolve("etc/default"));
        Files.createDirectories(root.resolve(STATE));
        return root;
    }

    private static void install(Path root, AdsSimulator plc, String oven, Mosquitto broker) throws IOException {
        Files.writeString(root.resolve("etc/default/taktstrom"), "TAKT_RUN_OPTS=\n");
        Files.writeString(root.resolve(FILE).resolveSibling("points.yaml"), """
                points:
                  - {id: plc.counter, on: plc, address: MAIN.counter, scan: push}
                  - {id: plc.setpoint, on: plc, address: MAIN.setpoint, scan: push, writable: true}
                  - {id: oven.serial, on: oven, address: "nsu=urn:taktstrom:test;s=serial", scan: poll}
                """);
        Files.writeString(root.resolve(FILE), """
                include: points.yaml
                connections:
                  plc: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1}
                  oven: {type: opc.tcp, host: localhost, port: %s, connectTimeout: 30s}
                scanClasses:
                  push: {mode: notify, cycle: 10ms}
                  poll: {mode: poll, every: 200ms}
                streams:
                  - {id: all, from: "**", to: broker, ring: {onFull: spill, capacity: 64}}
                sinks:
                  broker: {type: mqtt, url: "mqtt://127.0.0.1:%d", topic: "plant/{point}"}
                commands:
                  audit: audit.jsonl
                  maxAge: 1h
                  from:
                    office: {type: mqtt, url: "mqtt://127.0.0.1:%3$d", topic: commands, answers: answers}
                """.formatted(
                        plc.port(), oven, broker.address().getPort()));
    }

    /** As the unit of the package starts it: its state folder is the home of the service's user. */
    private static TaktProcess run(Path root) throws IOException {
        Path state = root.resolve(STATE);
        return TaktProcess.start(
                root,
                List.of("env", "JAVA_TOOL_OPTIONS=-Dtakt.state=" + state + " -Duser.home=" + state),
                "run",
                root.resolve(FILE).toString());
    }

    private static void acceptTheServer(Path root, TaktProcess run) throws IOException {
        TrustStore store = new TrustStore(root.resolve(STATE).resolve(".taktstrom/pki"));
        await(run, () -> !store.list().isEmpty());
        store.put(store.list().get(0).certificate(), TrustStore.Verdict.TRUSTED);
    }

    /** Bytes of samples in the buffer. */
    private static long segments(Path root) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(root.resolve(STATE).resolve("deployment.buffer/all.broker"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".seg")).toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    /** What the page names, with owners, modes and times. */
    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        String page = Files.readString(PAGE);
        List<String> named = Pattern.compile("(?m)^\\| `/([^`]+)` \\|")
                .matcher(page.substring(page.indexOf("## What to copy"), page.indexOf("## Back up")))
                .results()
                .map((MatchResult row) -> row.group(1))
                .toList();
        assertThat(named).hasSize(3).allMatch(name -> Files.exists(from.resolve(name)));
        List<String> command = new ArrayList<>(List.of("cp", "-a", "--parents"));
        command.addAll(named);
        command.add(to.toString());
        Process copy =
                new ProcessBuilder(command).directory(from.toFile()).inheritIO().start();
        assertThat(copy.waitFor()).isZero();
    }

    private static String command(String id) {
        return "{\"id\":\"" + id + "\",\"point\":\"plc.setpoint\",\"value\":21.5,\"expires\":\""
                + Instant.now().plusSeconds(1800) + "\"}";
    }

    private static List<String> answers(MqttPeer office) throws IOException {
        return payloads(office)
                .map(JSON::readTree)
                .map(answer -> answer.get("outcome").stringValue())
                .toList();
    }

    private static List<String> heard(MqttPeer peer) throws IOException {
        return payloads(peer).toList();
    }

    private static long distinct(MqttPeer peer) throws IOException {
        return payloads(peer).distinct().count();
    }

    private static Stream<String> payloads(MqttPeer peer) throws IOException {
        List<String> payloads = new ArrayList<>();
        for (JsonNode message : JSON.readTree(peer.messages())) {
            payloads.add(new String(
                    Base64.getDecoder().decode(message.get("payload").stringValue()), StandardCharsets.UTF_8));
        }
        return payloads.stream();
    }

    private static void await(TaktProcess run, Callable<Boolean> enough) throws IOException {
        try {
            Awaitility.await()
                    .atMost(LIMIT)
                    .ignoreException(NoSuchFileException.class)
                    .until(() -> !run.isAlive() || enough.call());
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(e.getMessage() + "\n" + run.err() + run.out(), e);
        }
        assertThat(run.isAlive()).as(run.err() + run.out()).isTrue();
    }

    private static PrintedAccount end(TaktProcess run) throws Exception {
        run.signal("TERM");
        assertThat(run.code()).as(run.err() + run.out()).isEqualTo(ExitCode.GOOD);
        return PrintedAccount.of(run.out(), "all.broker");
    }
}
