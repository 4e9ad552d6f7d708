package io.taktstrom.cli.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.cli.PrintedAccount;
import io.taktstrom.cli.TaktProcess;
import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.HttpReceiver;
import io.taktstrom.cli.plant.LinesFile;
import io.taktstrom.cli.plant.Receiver;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.cli.plant.TaktRun;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;

/** Faults of what people write, and an end at a bad moment. */
final class FileFaults {

    private static final int ENOUGH = 200;
    private static final int POINTS = 100_000;
    /** What a service manager waits at least. */
    private static final double MOST_MILLIS = 10_000;

    private FileFaults() {}

    static void invalidReload(Scene scene) throws Exception {
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed)) {
            Path file = SinkFaults.deployment(scene.folder, device, "capacity: 65536", "type: jsonl, path: out.jsonl");
            String good = Files.readString(file);
            String aliases = IntStream.range(1, 30)
                    .mapToObj(i -> "x%d: &x%d [%s]\n"
                            .formatted(i, i, "*x%d, ".formatted(i - 1).repeat(9)))
                    .collect(Collectors.joining("", "x0: &x0 [lol, lol]\n", ""));
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                takt.awaitUp(0);
                for (String bad : new String[] {good + "streams: [", good + aliases}) {
                    long begun = SeenSample.now();
                    Files.writeString(file, bad);
                    takt.process().signal("HUP");
                    takt.awaitTrouble(begun);
                    scene.noticed(takt, begun);
                    Scene.awaitPublished(takt, ENOUGH);
                    long over = SeenSample.now();
                    Files.writeString(file, good);
                    takt.process().signal("HUP");
                    takt.awaitUp(over);
                    scene.recovered(over);
                }
                PrintedAccount account = scene.stop(takt);
                Losses losses = scene.compare(new LinesFile(scene.folder.resolve("out.jsonl")).samples(), false);
                scene.require(losses.marked() == 0 && account.dropped() == 0, account + ", " + losses);
            }
        }
    }

    static void manyPoints(Scene scene) throws Exception {
        Path table = scene.folder.resolve("points.csv");
        String rows = IntStream.range(0, POINTS)
                .mapToObj(i -> "p" + i + ",DB1.DBD" + 4 * (i % 16_000) + ":DINT\n")
                .collect(Collectors.joining("", "id,address\n", ""));
        Path file = Files.writeString(scene.folder.resolve("plant.yaml"), """
                connections:
                  plc: {type: s7, host: 127.0.0.1}
                scanClasses:
                  slow: {mode: poll, every: 1s}
                points:
                  - {import: points.csv, on: plc, scan: slow}
                streams:
                  - {id: all, from: "**", to: [out]}
                sinks:
                  out: {type: jsonl, path: out.jsonl}
                """);
        Files.writeString(table, rows);
        long begun = SeenSample.now();
        try (TaktProcess takt = TaktProcess.start(scene.folder, "validate", file.toString())) {
            scene.require(takt.code() == 0, "validate: " + takt.err());
        }
        scene.remark("%.1f s for %d points", (SeenSample.now() - begun) / 1e9, POINTS);
        Files.writeString(table, rows + "p77,DB1.DBD0:DINT\n");
        try (TaktProcess takt = TaktProcess.start(scene.folder, "validate", file.toString())) {
            int code = takt.code();
            String said = takt.err() + takt.out();
            // Of the row that repeats, and of the first one.
            scene.require(
                    code == 2 && said.contains("p77") && said.contains("100002") && said.contains("79"),
                    "a duplicate point: code " + code + ", " + said);
            scene.remark("a duplicate is refused with both lines");
        }
    }

    static void shutdown(Scene scene) throws Exception {
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed);
                Receiver receiver = new HttpReceiver()) {
            Path file = SinkFaults.deployment(scene.folder, device, Scene.PERSISTENT, receiver.options());
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                receiver.proxy().arm(new Fault.Refuse());
                receiver.proxy().arm(new Fault.Reset(Direction.TO_CLIENT, 0));
                takt.await("samples on disk", () -> takt.buffered(Scene.STREAM) > ENOUGH);
                device.proxy().arm(new Fault.Stall(Direction.TO_CLIENT, 0));
                device.proxy().arm(new Fault.Stall(Direction.TO_SERVER, 0));
                long begun = SeenSample.now();
                PrintedAccount account = scene.stop(takt);
                double millis = (SeenSample.now() - begun) / 1e6;
                scene.remark("ended in %.1f s, %d samples kept on disk", millis / 1e3, account.buffered());
                scene.require(millis < MOST_MILLIS, "it took " + millis + " ms to end");
                scene.require(account.buffered() > ENOUGH && account.dropped() == 0, account.toString());
            }
        }
    }
}
