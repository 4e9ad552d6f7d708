package io.taktstrom.cli.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.PrintedAccount;
import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.HttpReceiver;
import io.taktstrom.cli.plant.LinesFile;
import io.taktstrom.cli.plant.Receiver;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.cli.plant.TaktRun;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.HeldPort;
import tools.jackson.databind.json.JsonMapper;

/** More than there is room for. */
final class LoadFaults {

    private static final int ENOUGH = 200;
    private static final long HANGS_MILLIS = 5_000;
    private static final long BURST_MILLIS = 10_000;
    private static final int POINTS = 700;
    private static final int TAKEN = 500;
    private static final int DEVICES = 100;
    private static final JsonMapper JSON = new JsonMapper();

    private LoadFaults() {}

    static void slowConsumer(Scene scene) throws Exception {
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed);
                Receiver receiver = new HttpReceiver()) {
            Path file = Files.writeString(
                    scene.folder.resolve("plant.yaml"), device.yaml() + """
                    streams:
                      - {id: all, from: "**", to: [out, file], ring: {capacity: 512, onFull: dropOldest}}
                    sinks:
                      out: {%s}
                      file: {type: jsonl, path: out.jsonl}
                    """.formatted(receiver.options()));
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                long begun = SeenSample.now();
                receiver.proxy().arm(new Fault.Stall(Direction.TO_SERVER, 0));
                Thread.sleep(HANGS_MILLIS);
                long over = SeenSample.now();
                receiver.proxy().clear();
                Scene.awaitPublished(takt, 1);
                scene.recovered(over);
                takt.awaitCalm(SeenSample.now());
                Scene.awaitPublished(takt, ENOUGH);
                scene.noticed(takt, begun);
                PrintedAccount account = scene.stop(takt);
                PrintedAccount other = PrintedAccount.of(takt.process().out(), "all.file");
                Losses losses = scene.compare(receiver.received(), false);
                Losses beside = Losses.of(new LinesFile(scene.folder.resolve("out.jsonl")).samples(), false);
                scene.remark("the file beside it: %d lost", beside.marked() + beside.unmarked());
                scene.require(account.dropped() == losses.marked(), account + ", but " + losses);
                scene.require(
                        beside.marked() + beside.unmarked() + beside.disordered() == 0 && other.dropped() == 0,
                        "the other receiver: " + beside + ", " + other);
            }
        }
    }

    static void burst(Scene scene) throws Exception {
        try (AdsSimulator plc = AdsSimulator.builder()
                .model(AdsModel.parse("taskCycle: 50us\nsymbols:\n  MAIN.count: {type: UDINT, waveform: counter}\n"))
                .start()) {
            Path file = Files.writeString(
                    scene.folder.resolve("plant.yaml"), """
                    connections:
                      plc: {%s, host: 127.0.0.1, port: %d}
                    scanClasses:
                      count: {mode: notify, cycle: 50us, maxDelay: 10ms}
                    points:
                      - {id: plc.count, on: plc, address: MAIN.count, scan: count}
                    streams:
                      - {id: all, from: "**", to: [out]}
                    sinks:
                      out: {type: jsonl, path: out.jsonl}
                    """.formatted(Protocol.ADS.options, plc.port()));
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                long before = takt.published(Scene.STREAM);
                Thread.sleep(BURST_MILLIS);
                scene.remark("%d samples a second", (takt.published(Scene.STREAM) - before) * 1000 / BURST_MILLIS);
                PrintedAccount account = scene.stop(takt);
                Losses losses = scene.compare(new LinesFile(scene.folder.resolve("out.jsonl")).samples(), false);
                scene.require(account.dropped() <= losses.marked(), account + ", but " + losses);
            }
        }
    }

    static void manyPoints(Scene scene) throws Exception {
        String symbols = IntStream.range(0, POINTS)
                .mapToObj(i -> "  MAIN.v" + i + ": {type: UDINT, waveform: counter}\n")
                .collect(Collectors.joining());
        try (AdsSimulator plc = AdsSimulator.builder()
                .model(AdsModel.parse("taskCycle: 10ms\nsymbols:\n" + symbols))
                .start()) {
            plc.setNotificationLimit(TAKEN);
            Path file = Files.writeString(
                    scene.folder.resolve("plant.yaml"), """
                    connections:
                      plc: {%s, host: 127.0.0.1, port: %d}
                    scanClasses:
                      count: {mode: notify, cycle: 100ms, maxDelay: 50ms}
                    points:
                      - {browse: plc, match: "MAIN.*", scan: count}
                    streams:
                      - {id: all, from: "**", to: [out]}
                    sinks:
                      out: {type: jsonl, path: out.jsonl}
                    """.formatted(Protocol.ADS.options, plc.port()));
            try (TaktRun takt = TaktRun.start(file)) {
                takt.await("takt to answer", takt::isReady);
                takt.await(
                        "all points to be Good",
                        () -> JSON.readTree(takt.get("/health"))
                                        .at("/connections/plc/good")
                                        .asInt()
                                == POINTS);
                scene.remark("%d notifications at the PLC, %d points Good", plc.notifications(), POINTS);
                PrintedAccount account = scene.stop(takt);
                scene.require(account.dropped() == 0, account.toString());
            }
        }
    }

    private static S7Simulator cpu(int port) throws IOException {
        return S7Simulator.builder().model(S7Model.parse("""
                        cycle: 100ms
                        limits: {connections: 200}
                        points:
                          count: {address: "DB1.DBD0:UDINT", waveform: counter}
                        """)).bindPort(port).start();
    }

    static void manyDevices(Scene scene) throws Exception {
        try (HeldPort port = new HeldPort()) {
            S7Simulator cpu = cpu(port.number());
            String connections = IntStream.range(0, DEVICES)
                    .mapToObj(i -> "  c%d: {type: s7, host: 127.0.0.1, port: %d}\n".formatted(i, port.number()))
                    .collect(Collectors.joining());
            String points = IntStream.range(0, DEVICES)
                    .mapToObj(i ->
                            "  - {id: c%d.count, on: c%d, address: \"DB1.DBD0:UDINT\", scan: count}\n".formatted(i, i))
                    .collect(Collectors.joining());
            Path file = Files.writeString(
                    scene.folder.resolve("plant.yaml"),
                    "connections:\n" + connections + "scanClasses:\n  count: {mode: poll, every: 500ms}\npoints:\n"
                            + points
                            + """
                            streams:
                              - {id: all, from: "**", to: [out]}
                            sinks:
                              out: {type: jsonl, path: out.jsonl}
                            """);
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                takt.awaitUp(0);
                long begun = SeenSample.now();
                cpu.close();
                takt.awaitTrouble(begun);
                scene.noticed(takt, begun);
                long over = SeenSample.now();
                cpu = cpu(port.number());
                takt.await(
                        "all devices to be connected",
                        () -> takt.metric("taktstrom_connection_connected", "") == DEVICES);
                scene.recovered(over);
                takt.awaitUp(SeenSample.now());
                List<String> threads = takt.get("/metrics")
                        .lines()
                        .filter(line -> line.startsWith("jvm_threads_peak_threads"))
                        .toList();
                scene.remark(
                        "peak threads %s",
                        threads.toString().replaceAll("[^0-9.]", "").replaceAll("\\.0$", ""));
                PrintedAccount account = scene.stop(takt);
                scene.require(account.dropped() == 0, account.toString());
            } finally {
                cpu.close();
            }
        }
    }
}
