package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import io.taktstrom.testkit.peer.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Three machines, a broker and a database that come and go, and Taktstrom itself that is stopped in between. */
@EnabledIfEnvironmentVariable(named = "TAKT_INTEROP", matches = "1")
class StoreAndForwardIT {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Path EXAMPLE = Path.of("../../docs/examples/store-and-forward.yaml");

    @TempDir
    Path directory;

    private record Both(PrintedAccount broker, PrintedAccount database) {}

    @Test
    void nothingIsMissingAfterOutagesOfBothAndARestartOfTaktstrom() throws Exception {
        try (AdsSimulator press = AdsSimulator.builder()
                        .model(io.taktstrom.ads.simulator.model.AdsModel.demo())
                        .start();
                S7Simulator filler = S7Simulator.builder()
                        .model(io.taktstrom.s7.simulator.model.S7Model.demo())
                        .start();
                OpcUaSimulator oven = OpcUaSimulator.builder()
                        .model(io.taktstrom.opcua.simulator.model.OpcUaModel.demo())
                        .start();
                Mosquitto broker = Mosquitto.start("persistence true", "persistence_location {folder}/");
                MqttPeer peer = MqttPeer.listenForGood(broker.address(), "archive", "plant/#");
                PostgresServer database = PostgresServer.start(true)) {
            database.createDatabase("plant");
            Path file = file(press.endpointUri(), filler.endpointUri(), oven.endpointUri(), broker, database);

            Both before;
            try (Running first = Running.takt("run", file.toString())) {
                first.await(() -> heard(peer).size() > 200);
                broker.stop();
                database.kill();
                first.await(() -> hasGoneToDisk(file));
                before = end(first);
            }
            assertThat(before.broker().buffered()).isPositive();
            assertThat(before.database().buffered()).isPositive();

            Both after;
            try (Running second = Running.takt("run", file.toString())) {
                broker.startAgain();
                database.restart();
                int heard = heard(peer).size();
                second.await(() -> heard(peer).size() > heard + before.broker().buffered() + 200);
                second.await(() -> rows(database)
                        > before.database().published() + before.database().buffered());
                after = end(second);
            }

            goesOn(before.broker(), after.broker());
            goesOn(before.database(), after.database());
            // Each run starts its numbers at 0; the database counts a sample that came twice once.
            long published = before.database().published() + after.database().published();
            assertThat(rows(database)).isEqualTo(published);
            // The subscriber may hear a message twice: what was at the broker when it was stopped.
            long distinct = heard(peer).stream().distinct().count();
            assertThat(distinct)
                    .isEqualTo(before.broker().published() + after.broker().published());
            inOrder(heard(peer), "press.cycle");
        }
    }

    /** What one run leaves on disk the next one publishes. */
    private static void goesOn(PrintedAccount before, PrintedAccount after) {
        assertThat(before.dropped()).isZero();
        assertThat(after.dropped()).isZero();
        assertThat(after.recovered()).isEqualTo(before.buffered());
        assertThat(after.buffered()).isZero();
    }

    /** A counter of a machine, as it was heard; what came twice may step back. */
    private static void inOrder(List<String> heard, String point) {
        List<Long> values = heard.stream()
                .distinct()
                .map(JSON::readTree)
                .filter(sample -> sample.get("point").stringValue().equals(point))
                .filter(sample -> sample.get("status").stringValue().equals("Good"))
                .map(sample -> sample.get("value").longValue())
                .toList();
        assertThat(values).hasSizeGreaterThan(100).isSorted();
    }

    private Path file(String press, String filler, String oven, Mosquitto broker, PostgresServer database)
            throws IOException {
        ShownSecret.file(directory, "password", PostgresServer.PASSWORD);
        Map<String, String> actual = new LinkedHashMap<>();
        actual.put("port: 48898,", "port: " + URI.create(press).getPort() + ",");
        actual.put("port: 10102}", "port: " + URI.create(filler).getPort() + "}");
        actual.put("port: 4840,", "port: " + URI.create(oven).getPort() + ",");
        actual.put("127.0.0.1:1883", "127.0.0.1:" + broker.address().getPort());
        actual.put("host: localhost", "host: 127.0.0.1");
        actual.put("port: 5432\n", "port: " + database.port() + "\n");
        actual.put("${env:TAKT_DB_PASSWORD}", "${file:password}");
        String text = Files.readString(EXAMPLE);
        for (Map.Entry<String, String> one : actual.entrySet()) {
            assertThat(text).contains(one.getKey());
            text = text.replace(one.getKey(), one.getValue());
        }
        return Files.writeString(directory.resolve("store-and-forward.yaml"), text);
    }

    private static long rows(PostgresServer database) throws IOException {
        return Long.parseLong(database.query("plant", "SELECT count(*) FROM samples"));
    }

    private static List<String> heard(MqttPeer peer) throws IOException {
        List<String> samples = new ArrayList<>();
        for (JsonNode message : JSON.readTree(peer.messages())) {
            samples.add(new String(
                    Base64.getDecoder().decode(message.get("payload").stringValue()), StandardCharsets.UTF_8));
        }
        return samples;
    }

    /** Whether the buffers of both sinks hold something. */
    private static boolean hasGoneToDisk(Path file) throws IOException {
        Path buffers = file.resolveSibling("store-and-forward.buffer");
        return size(buffers.resolve("machines.broker")) > 20_000 && size(buffers.resolve("machines.database")) > 20_000;
    }

    private static long size(Path folder) throws IOException {
        long bytes = 0;
        try (var files = Files.list(folder)) {
            for (Path one : files.toList()) {
                bytes += Files.size(one);
            }
        }
        return bytes;
    }

    /** Ends a run; what it says of its sinks. */
    private static Both end(Running running) throws Exception {
        Ran ran = running.end();
        assertThat(ran.code()).as(ran.err() + ran.out()).isEqualTo(ExitCode.GOOD);
        return new Both(
                PrintedAccount.of(ran.out(), "machines.broker"), PrintedAccount.of(ran.out(), "machines.database"));
    }
}
