package io.taktstrom.cli.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.cli.PrintedAccount;
import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.HttpReceiver;
import io.taktstrom.cli.plant.LinesFile;
import io.taktstrom.cli.plant.Receiver;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.cli.plant.TaktRun;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;

/** Faults that end takt's process. */
final class KilledProcess {

    private static final int ENOUGH = 200;
    private static final int ON_DISK = 1_000;

    /** The simulated PLC keeps notifications of a lost connection for 5 s. */
    private static final long FORGOTTEN_MILLIS = 7_000;

    private KilledProcess() {}

    static void whilePublishing(Scene scene) throws Exception {
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed);
                Receiver receiver = new HttpReceiver()) {
            Path file = SinkFaults.deployment(scene.folder, device, Scene.PERSISTENT, receiver.options());
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                takt.kill();
            }
            long killed = receiver.received().size();
            long over = SeenSample.now();
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, 1);
                scene.recovered(over);
                Scene.awaitPublished(takt, ENOUGH);
                PrintedAccount account = scene.stop(takt);
                List<SeenSample> seen = receiver.received();
                Losses losses = scene.compare(seen, true);
                scene.require(account.dropped() == 0, "dropped: " + account);
                scene.require(
                        seen.size() - killed >= account.published() - account.recovered()
                                && seen.size() <= killed + account.published(),
                        "published " + account + ", but the receiver got " + (seen.size() - killed)
                                + " behind the kill");
                scene.require(losses.marked() > 0, "the gap between the runs has no mark: " + losses);
            }
        }
    }

    static void whileBuffering(Scene scene) throws Exception {
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed);
                Receiver receiver = new HttpReceiver()) {
            Path file = SinkFaults.deployment(scene.folder, device, Scene.PERSISTENT, receiver.options());
            long buffered;
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                long begun = SeenSample.now();
                receiver.proxy().arm(new Fault.Refuse());
                receiver.proxy().arm(new Fault.Reset(Direction.TO_CLIENT, 0));
                takt.await("samples on disk", () -> takt.buffered(Scene.STREAM) > ON_DISK);
                scene.noticed(takt, begun);
                buffered = takt.buffered(Scene.STREAM);
                takt.kill();
            }
            receiver.proxy().clear();
            long over = SeenSample.now();
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, 1);
                scene.recovered(over);
                takt.await("the buffer to be empty", () -> takt.buffered(Scene.STREAM) < ENOUGH);
                Scene.awaitPublished(takt, ENOUGH);
                PrintedAccount account = scene.stop(takt);
                scene.compare(receiver.received(), true);
                scene.remark("%d buffered, %d recovered", buffered, account.recovered());
                // What came in the last milliseconds may not be written yet.
                scene.require(
                        account.recovered() >= buffered - ENOUGH && account.dropped() == 0,
                        buffered + " were buffered before the kill: " + account);
            }
        }
    }

    static void whileWriting(Scene scene) throws Exception {
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed)) {
            Path file = SinkFaults.deployment(scene.folder, device, Scene.PERSISTENT, "type: jsonl, path: out.jsonl");
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                takt.kill();
            }
            // As a kill in the middle of a write leaves it.
            Path out = scene.folder.resolve("out.jsonl");
            byte[] written = Files.readAllBytes(out);
            Files.write(out, java.util.Arrays.copyOf(written, written.length - 20));
            long over = SeenSample.now();
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, 1);
                scene.recovered(over);
                Scene.awaitPublished(takt, ENOUGH);
                scene.stop(takt);
                LinesFile lines = new LinesFile(out);
                scene.compare(lines.samples(), true);
                scene.remark("%d lines cut off", lines.broken());
            }
        }
    }

    static void withHandles(Scene scene) throws Exception {
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed)) {
            Path file = SinkFaults.deployment(scene.folder, device, "capacity: 512", "type: jsonl, path: out.jsonl");
            int handles;
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                handles = device.ads().notifications();
                takt.kill();
            }
            long over = SeenSample.now();
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, 1);
                scene.recovered(over);
                Thread.sleep(FORGOTTEN_MILLIS);
                int now = device.ads().notifications();
                scene.remark("%d notifications of the first run, %d of the second one", handles, now);
                // That of the symbol version is silent: a PLC that finds the client at its address again keeps it until
                // that leaves.
                scene.require(now <= handles + 1, "notifications of both runs at the PLC: " + now);
                takt.stop();
            }
            Thread.sleep(FORGOTTEN_MILLIS);
            scene.require(
                    device.ads().notifications() == 0,
                    device.ads().notifications() + " notifications are left at the PLC behind an orderly end");
        }
    }
}
