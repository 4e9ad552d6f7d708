package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One recording of all connectors at once, ADS, S7 by both backends and OPC UA, each of which loses its device once: every kind of event,
 * by the name of the connection. What Beckhoff's library does as a backend of ADS, the contract of each shows.
 */
@Timeout(180)
class RecordedConnectorsIT {

    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> CONNECTIONS = List.of("press", "filler", "filler4j", "oven");

    @TempDir
    private Path directory;

    private Path deployment(AdsSimulator press, S7Simulator filler, OpcUaSimulator oven) throws IOException {
        int s7 = URI.create(filler.endpointUri()).getPort();
        return Files.writeString(directory.resolve("plant.yaml"), """
                connections:
                  press: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1}
                  filler: {type: s7, host: 127.0.0.1, port: %d, backend: java}
                  filler4j: {type: s7, host: 127.0.0.1, port: %d, backend: plc4j}
                  oven: {type: opc.tcp, host: 127.0.0.1, port: %d, security: none}
                scanClasses:
                  poll: {mode: poll, every: 50ms}
                  # A request of plc4j takes longer.
                  hasty: {mode: poll, every: 100us}
                  push: {mode: notify, cycle: 20ms}
                points:
                  - {id: press.read, on: press, address: MAIN.nCycle, scan: poll}
                  - {id: press.pushed, on: press, address: MAIN.nCycle, scan: push}
                  - {id: filler.read, on: filler, address: "DB2.DBW0:UINT", scan: poll}
                  - {id: filler4j.read, on: filler4j, address: "DB2.DBW0:UINT", scan: hasty}
                  - {id: oven.read, on: oven, address: "%s", scan: poll}
                  - {id: oven.pushed, on: oven, address: "%s", scan: push}
                streams:
                  - {id: all, from: "**", to: [lines], stages: [{type: everyNth, n: 2}]}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                """.formatted(
                        press.port(),
                        s7,
                        s7,
                        URI.create(oven.endpointUri()).getPort(),
                        oven.nodeId("line.cycle"),
                        oven.nodeId("line.cycle")));
    }

    /** How often it was said that a connection is there. */
    private static long connected(Running takt, String connection) {
        return takt.err()
                .lines()
                .filter(line -> line.contains(connection + " at ") && line.contains(" is connected"))
                .count();
    }

    private static void awaitConnections(Running takt, int times) {
        for (String connection : CONNECTIONS) {
            takt.await(() -> connected(takt, connection) >= times);
        }
    }

    /** Which of a table's rows there are, by the values of these columns. */
    private static Set<String> rows(List<JsonNode> profile, String section, String... columns) {
        return profile.stream()
                .filter(row -> row.get("section").stringValue().equals(section))
                .map(row -> List.of(columns).stream()
                        .map(column -> row.get(column).stringValue())
                        .collect(Collectors.joining(" ")))
                .collect(Collectors.toSet());
    }

    @Test
    void everyKindOfEventIsToldByEachConnectorAndBackend() throws Exception {
        Path recording = directory.resolve("run.jfr");
        try (AdsSimulator press = AdsSimulator.builder()
                        .model(io.taktstrom.ads.simulator.model.AdsModel.demo())
                        .start();
                S7Simulator filler = S7Simulator.builder()
                        .model(io.taktstrom.s7.simulator.model.S7Model.demo())
                        .start();
                OpcUaSimulator oven = OpcUaSimulator.builder()
                        .model(io.taktstrom.opcua.simulator.model.OpcUaModel.demo())
                        .start();
                Running takt = Running.takt(
                        "run", deployment(press, filler, oven).toString(), "--record", recording.toString())) {
            awaitConnections(takt, 1);
            press.dropConnections();
            filler.dropConnections();
            oven.restart();
            awaitConnections(takt, 2);
            assertThat(takt.end().code()).as(takt.err()).isEqualTo(ExitCode.GOOD);
        }

        Ran ran = Ran.takt("profile", recording.toString(), "--json", "--top", "100")
                .expect(ExitCode.GOOD);
        List<JsonNode> profile = ran.lines().stream().map(JSON::readTree).toList();
        Set<String> requests = rows(profile, "requests", "connection", "operation");
        Set<String> sessions = rows(profile, "sessions", "connection", "turn");
        for (String connection : CONNECTIONS) {
            assertThat(requests).contains(connection + " resolve", connection + " read");
            assertThat(sessions).contains(connection + " connected", connection + " lost");
        }
        assertThat(requests).contains("press subscribe", "oven subscribe");
        assertThat(rows(profile, "notifications", "connection", "scan"))
                .containsExactlyInAnyOrder("press push", "oven push");
        assertThat(rows(profile, "overruns", "connection", "scan")).contains("filler4j hasty");
        assertThat(rows(profile, "drops", "stream", "reason")).contains("all.lines downsampled");
        assertThat(rows(profile, "batches", "stream", "outcome")).contains("all.lines published");
        assertThat(rows(profile, "deliveries", "sink")).containsExactly("lines");
    }
}
