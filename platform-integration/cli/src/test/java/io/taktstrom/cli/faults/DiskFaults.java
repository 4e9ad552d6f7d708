package io.taktstrom.cli.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

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

/** Faults of takt's disk. */
final class DiskFaults {

    private static final int ENOUGH = 200;
    private static final int ON_DISK = 1_000;

    private DiskFaults() {}

    private static void refuse(Receiver receiver) {
        receiver.proxy().arm(new Fault.Refuse());
        receiver.proxy().arm(new Fault.Reset(Direction.TO_CLIENT, 0));
    }

    static void fullBuffer(Scene scene) throws Exception {
        Path disk = Files.createDirectories(scene.folder.resolve("disk"));
        try (PrivateDisk full = PrivateDisk.mount("mount -t tmpfs -o size=192k,mode=0700 tmpfs '" + disk + "'");
                CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed);
                Receiver receiver = new HttpReceiver()) {
            Path file = SinkFaults.deployment(
                    scene.folder,
                    device,
                    "capacity: 512, onFull: spill, disk: 64MiB, folder: \"" + disk + "\"",
                    receiver.options());
            try (TaktRun takt = TaktRun.start(file, full.wrapper())) {
                Scene.awaitPublished(takt, ENOUGH);
                long begun = SeenSample.now();
                refuse(receiver);
                takt.await(
                        "samples to be dropped",
                        () -> takt.metric("taktstrom_stream_dropped_samples_total", "overflowOldest") > ENOUGH);
                scene.noticed(takt, begun);
                scene.require(
                        takt.metric("taktstrom_spill_well", "") == 0,
                        "taktstrom.spill.well does not say that the disk is full");
                long over = SeenSample.now();
                receiver.proxy().clear();
                Scene.awaitPublished(takt, 1);
                scene.recovered(over);
                takt.await("the buffer to be empty", () -> takt.buffered(Scene.STREAM) < ENOUGH);
                takt.awaitCalm(SeenSample.now());
                Scene.awaitPublished(takt, ENOUGH);
                PrintedAccount account = scene.stop(takt);
                List<SeenSample> seen = receiver.received();
                Losses losses = scene.compare(seen, false);
                scene.require(
                        account.dropped() == losses.marked() && account.published() == seen.size(),
                        account + ", but " + losses + " of " + seen.size() + " samples at the receiver");
            }
        }
    }

    static void fullFile(Scene scene) throws Exception {
        Path disk = Files.createDirectories(scene.folder.resolve("disk"));
        try (PrivateDisk full = PrivateDisk.mount("mount -t tmpfs -o size=2m,mode=0700 tmpfs '" + disk
                        + "'\nhead -c 1048576 /dev/zero > '" + disk + "/ballast'");
                CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed)) {
            Path file = SinkFaults.deployment(
                    scene.folder, device, Scene.PERSISTENT, "type: jsonl, path: \"" + disk.resolve("out.jsonl") + "\"");
            LinesFile lines = new LinesFile(full.path(disk.resolve("out.jsonl")));
            try (TaktRun takt = TaktRun.start(file, full.wrapper())) {
                Scene.awaitPublished(takt, ENOUGH);
                takt.awaitUp(0);
                long begun = SeenSample.now();
                takt.awaitTrouble(begun);
                scene.noticed(takt, begun);
                Thread.sleep(3_000);
                long over = SeenSample.now();
                Files.delete(full.path(disk.resolve("ballast")));
                Scene.awaitPublished(takt, 1);
                scene.recovered(over);
                takt.await("the buffer to be empty", () -> takt.buffered(Scene.STREAM) < ENOUGH);
                takt.awaitUp(SeenSample.now());
                PrintedAccount account = scene.stop(takt);
                Losses losses = scene.compare(lines.samples(), true);
                scene.require(
                        losses.marked() == 0
                                && account.dropped() == 0
                                && account.published() == lines.samples().size() - losses.repeated(),
                        account + ", but " + losses + " of " + lines.samples().size() + " lines");
            }
        }
    }

    static void flippedBit(Scene scene) throws Exception {
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed);
                Receiver receiver = new HttpReceiver()) {
            Path file = SinkFaults.deployment(scene.folder, device, Scene.PERSISTENT, receiver.options());
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                refuse(receiver);
                takt.await("samples on disk", () -> takt.buffered(Scene.STREAM) > ON_DISK);
                // Not in order: what the device counts between two runs has a mark then.
                takt.kill();
            }
            Path segment = largest(scene.folder.resolve("plant.buffer"));
            byte[] bytes = Files.readAllBytes(segment);
            int at = bytes.length / 2 + new SplittableRandom(scene.seed).nextInt(bytes.length / 4);
            bytes[at] ^= 0x10;
            Files.write(segment, bytes);
            receiver.proxy().clear();
            long over = SeenSample.now();
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, 1);
                scene.recovered(over);
                takt.await("the buffer to be empty", () -> takt.buffered(Scene.STREAM) < ENOUGH);
                Scene.awaitPublished(takt, ENOUGH);
                double damaged = takt.metric("taktstrom_stream_dropped_samples_total", "damaged");
                scene.stop(takt);
                Losses losses = scene.compare(receiver.received(), false);
                scene.remark("%.0f samples damaged in a file of %d bytes", damaged, bytes.length);
                scene.require(damaged > 0 && damaged <= losses.marked(), "damaged " + damaged + ", but " + losses);
            }
        }
    }

    private static Path largest(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .max(Comparator.comparingLong(file -> file.toFile().length()))
                    .orElseThrow();
        }
    }
}
