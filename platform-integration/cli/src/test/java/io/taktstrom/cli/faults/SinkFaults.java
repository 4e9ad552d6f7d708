package io.taktstrom.cli.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import io.taktstrom.cli.PrintedAccount;
import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.Failures;
import io.taktstrom.cli.plant.Receiver;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.cli.plant.TaktRun;

/** Plays a fault of a receiver: takt publishes a PLC's counter to it, through a small ring with a buffer on disk. */
final class SinkFaults {

    private static final int ENOUGH = 200;
    private static final long LASTING_MILLIS = 3_000;
    private static final long AFTERWARDS_MILLIS = 1_500;
    private static final int LITTLE = 100;

    private SinkFaults() {}

    static Path deployment(Path folder, CountedDevice device, String ring, String options) throws Exception {
        return Files.writeString(folder.resolve("plant.yaml"), device.yaml() + """
                streams:
                  - {id: all, from: "**", to: [out], ring: {%s}}
                sinks:
                  out: {%s}
                """.formatted(ring, options));
    }

    static Row play(SinkFault fault, String peer, Receiver.Starting starting, Path folder, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> wrong = new ArrayList<>();
        try (CountedDevice device = new CountedDevice(Protocol.ADS, seed);
                Receiver receiver = starting.start()) {
            Path file = deployment(folder, device, "capacity: 512, onFull: spill, disk: 64MiB", receiver.options());
            try (TaktRun takt = TaktRun.start(file)) {
                takt.await("first samples at the receiver", () -> takt.isReady() && takt.published("all.out") > ENOUGH);
                takt.awaitUp(0);
                long begun = SeenSample.now();
                fault.begin().apply(receiver, random);
                if (fault.lasts()) {
                    takt.awaitTrouble(begun);
                    Thread.sleep(LASTING_MILLIS);
                }
                long before = takt.published("all.out");
                long over = SeenSample.now();
                fault.end().apply(receiver, random);
                takt.await("the receiver to take samples again", () -> takt.published("all.out") > before);
                double recovered = (SeenSample.now() - over) / 1e6;
                takt.await("what waited to be published", () -> takt.buffered("all.out") < LITTLE);
                takt.awaitUp(SeenSample.now());
                Thread.sleep(AFTERWARDS_MILLIS);
                double unaccounted = takt.metric("taktstrom_stream_unaccounted_samples", "");
                long memory = takt.memoryMiB();
                PrintedAccount account = PrintedAccount.of(takt.stop(), "all.out");
                List<SeenSample> seen = receiver.received();
                Losses losses = Losses.of(seen, false);
                if (losses.unmarked() > 0 || losses.marked() > 0 || losses.disordered() > 0) {
                    wrong.add("samples lost or out of order: " + losses);
                }
                if (losses.repeated() > 0 && receiver.dropsRepeats()) {
                    wrong.add("samples repeated that the receiver could have known: " + losses);
                }
                if (unaccounted != 0
                        || account.dropped() != 0
                        || account.published() != seen.size() - losses.repeated()) {
                    wrong.add("the accounting says " + account + ", unaccounted " + unaccounted + ", the receiver has "
                            + seen.size() + " samples, " + losses.repeated() + " of them repeated");
                }
                Failures.inLog(takt, wrong);
                TaktRun.Health trouble = takt.troubleSince(begun);
                return new Row(
                        fault.number(),
                        fault.name(),
                        peer,
                        fault.how().replace(SinkFault.CRASH, receiver.crash()),
                        trouble == null ? -1 : (trouble.at() - begun) / 1e6,
                        fault.lasts() ? recovered : -1,
                        losses,
                        wrong.isEmpty() ? null : String.join("; ", wrong),
                        Row.Kind.OURS,
                        (trouble == null ? "health stayed UP" : "health " + trouble.status() + " " + trouble.reasons())
                                + ", " + memory + " MiB");
            }
        }
    }
}
