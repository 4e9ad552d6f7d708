package io.taktstrom.cli.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

import io.taktstrom.cli.PrintedAccount;
import io.taktstrom.cli.faults.SourceFault.Kind;
import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.Failures;
import io.taktstrom.cli.plant.LinesFile;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.cli.plant.TaktRun;
import io.taktstrom.testkit.ArmedFault;

/** Plays a fault of a device: takt samples its counter into a file of lines. */
final class SourceFaults {

    private static final int ENOUGH = 20;
    private static final long HARMLESS_MILLIS = 5_000;
    private static final long LASTING_MILLIS = 3_000;
    private static final long AFTERWARDS_MILLIS = 1_500;

    private SourceFaults() {}

    static Row play(SourceFault fault, Protocol protocol, Path folder, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> wrong = new ArrayList<>();
        try (CountedDevice device = new CountedDevice(protocol, seed)) {
            Path file = Files.writeString(folder.resolve("plant.yaml"), device.yaml() + """
                    streams:
                      - {id: all, from: "**", to: [out]}
                    sinks:
                      out: {type: jsonl, path: out.jsonl}
                    """);
            LinesFile lines = new LinesFile(folder.resolve("out.jsonl"));
            try (TaktRun takt = TaktRun.start(file)) {
                takt.await("first values", () -> lines.samples().size() > ENOUGH);
                takt.awaitUp(0);
                long begun = SeenSample.now();
                fault.begin().apply(device, random);
                if (fault.kind() == Kind.LASTS || fault.number() == 13) {
                    takt.awaitTrouble(begun);
                    Thread.sleep(LASTING_MILLIS);
                } else if (fault.kind() == Kind.HARMLESS) {
                    Thread.sleep(HARMLESS_MILLIS);
                } else {
                    takt.await("the fault to show", () -> hasGap(lines, begun));
                }
                List<ArmedFault> armed = device.proxy().armed();
                if (!armed.isEmpty() && armed.stream().allMatch(each -> each.firings() == 0)) {
                    wrong.add("it did not happen: " + armed);
                }
                long counted = device.count();
                long over = SeenSample.now();
                fault.end().apply(device, random);
                boolean again = fault.kind() == Kind.RESTARTS;
                takt.await("a new value", () -> !lines.samples().isEmpty() && isNew(lines, over, again ? 0 : counted));
                long asked = SeenSample.now();
                // A sample that comes when its session was given up is dropped as late, which health tells of for a
                // minute.
                takt.awaitCalm(asked);
                Thread.sleep(AFTERWARDS_MILLIS);
                double unaccounted = takt.metric("taktstrom_stream_unaccounted_samples", "");
                long memory = takt.memoryMiB();
                String printed = takt.stop();
                List<SeenSample> seen = lines.samples();
                Losses losses = Losses.of(seen, again);
                check(fault, protocol, takt, begun, losses, wrong);
                PrintedAccount account = PrintedAccount.of(printed, "all.out");
                if (unaccounted != 0 || account.published() != seen.size()) {
                    wrong.add("the accounting says " + account + ", unaccounted " + unaccounted + ", the file has "
                            + seen.size() + " samples");
                }
                boolean lasts = fault.kind() == Kind.LASTS || fault.number() == 13;
                return new Row(
                        fault.number(),
                        fault.name(),
                        protocol.title,
                        fault.how(),
                        fault.kind() == Kind.HARMLESS ? -1 : notice(takt, seen, begun),
                        fault.kind() == Kind.HARMLESS ? -1 : recover(seen, begun, lasts ? over : begun, lasts),
                        losses,
                        wrong.isEmpty() ? null : String.join("; ", wrong),
                        Row.Kind.OURS,
                        remark(takt, begun, memory, account.dropped()));
            }
        }
    }

    private static void check(
            SourceFault fault, Protocol protocol, TaktRun takt, long begun, Losses losses, List<String> wrong)
            throws Exception {
        if (losses.disordered() > 0 || losses.repeated() > 0 || (losses.unmarked() > 0 && protocol.pushes())) {
            wrong.add("samples without a mark, out of order or repeated: " + losses);
        }
        // Polls each 10 ms may come late on a slow link.
        Set<String> told = new HashSet<>(takt.reasonsSince(begun));
        told.remove("overruns");
        if (fault.kind() == Kind.HARMLESS && (losses.marked() > 0 || !told.isEmpty())) {
            wrong.add("a harmless fault was not harmless: " + losses + ", " + told);
        }
        Failures.inLog(takt, wrong);
    }

    private static boolean hasGap(LinesFile lines, long begun) throws Exception {
        // Bad or marked; or it did not show, which is what some of them are to do.
        long millis = (SeenSample.now() - begun) / 1_000_000;
        return lines.samples().stream()
                        .anyMatch(sample -> sample.receivedAt() >= begun && (sample.isBad() || sample.isMarked()))
                || millis > HARMLESS_MILLIS;
    }

    private static boolean isNew(LinesFile lines, long since, long counted) throws Exception {
        List<SeenSample> samples = lines.samples();
        SeenSample last = samples.get(samples.size() - 1);
        return !last.isBad() && last.receivedAt() > since && last.value() >= counted;
    }

    /** Milliseconds from the fault to the first Bad sample or bad health, whichever came first. */
    private static double notice(TaktRun takt, List<SeenSample> seen, long begun) {
        TaktRun.Health trouble = takt.troubleSince(begun);
        long first = seen.stream()
                .filter(sample -> sample.receivedAt() >= begun && (sample.isBad() || sample.isMarked()))
                .mapToLong(SeenSample::receivedAt)
                .findFirst()
                .orElse(Long.MAX_VALUE);
        long noticed = Math.min(first, trouble == null ? Long.MAX_VALUE : trouble.at());
        return noticed == Long.MAX_VALUE ? -1 : (noticed - begun) / 1e6;
    }

    /** Milliseconds from the end of the fault to the first value behind it. */
    private static double recover(List<SeenSample> seen, long begun, long over, boolean lasts) {
        long last = seen.stream()
                .filter(sample -> sample.receivedAt() >= begun && sample.isBad())
                .mapToLong(SeenSample::receivedAt)
                .max()
                .orElse(lasts ? over : -1);
        if (last < 0) {
            return -1;
        }
        long from = Math.max(last, lasts ? over : last);
        return seen.stream()
                .filter(sample -> sample.receivedAt() >= from && !sample.isBad())
                .mapToDouble(sample -> (sample.receivedAt() - over) / 1e6)
                .findFirst()
                .orElse(-1);
    }

    private static String remark(TaktRun takt, long begun, long memory, long dropped) {
        TaktRun.Health trouble = takt.troubleSince(begun);
        String health = trouble == null ? "health stayed UP" : "health " + trouble.status() + " " + trouble.reasons();
        return health + (dropped > 0 ? ", " + dropped + " dropped as late" : "") + ", " + memory + " MiB";
    }
}
