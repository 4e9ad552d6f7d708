package io.taktstrom.cli.faults;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import io.taktstrom.cli.faults.SourceFault.Kind;
import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.LinesFile;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.testkit.HeldPort;

/**
 * Another project's client in the same fault, for comparison.
 *
 * @param title for the page
 * @param kind as its program calls it
 * @param java whether that is {@link ForeignProgram}; otherwise it is fault_clients.py
 */
record ForeignClient(String title, String kind, Protocol protocol, boolean java) {

    /** Those that can be had as packages. */
    static final List<ForeignClient> ALL = List.of(
            new ForeignClient("ADS, pyads", "pyads", Protocol.ADS, false),
            new ForeignClient("S7, plc4j", "plc4j", Protocol.S7, true),
            new ForeignClient("S7, snap7", "snap7", Protocol.S7, false),
            new ForeignClient("OPC UA, Milo's client", "milo", Protocol.OPC_UA, true),
            new ForeignClient("OPC UA, asyncua", "asyncua", Protocol.OPC_UA, false));

    private static final int ADS_PORT = 48898;
    private static final long START_MILLIS = 30_000;
    /** So long a client may take to say that something is wrong, or to go on. */
    private static final long PATIENCE_MILLIS = 30_000;

    private static final long LASTING_MILLIS = 3_000;
    private static final long HARMLESS_MILLIS = 5_000;
    private static final long AFTERWARDS_MILLIS = 1_500;
    private static final int ENOUGH = 20;

    private Process start(CountedDevice device, Path out) throws IOException {
        List<String> command = new ArrayList<>();
        if (java) {
            command.addAll(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    ForeignProgram.class.getName()));
        } else {
            command.add(System.getenv("TAKT_PYTHON"));
            command.add(Path.of("src/test/interop/fault_clients.py")
                    .toAbsolutePath()
                    .toString());
        }
        InetSocketAddress at = device.proxy().address();
        command.addAll(List.of(kind, at.getAddress().getHostAddress()));
        if (protocol != Protocol.ADS) {
            command.add(Integer.toString(at.getPort()));
        }
        return new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(out.resolveSibling("err.txt").toFile())
                .start();
    }

    private CountedDevice device(long seed) throws IOException {
        if (protocol != Protocol.ADS) {
            return new CountedDevice(protocol, seed);
        }
        InetSocketAddress at;
        try (HeldPort free = HeldPort.atAnyAddress(ADS_PORT)) {
            at = free.address();
        }
        return new CountedDevice(protocol, seed, at);
    }

    Row play(SourceFault fault, Path folder, long seed) throws Exception {
        Path out = folder.resolve("out.jsonl");
        LinesFile lines = new LinesFile(out);
        try (CountedDevice device = device(seed)) {
            Process process = start(device, out);
            try {
                if (!within(START_MILLIS, () -> lines.samples().size() > ENOUGH)) {
                    String said = Files.readString(folder.resolve("err.txt")).strip();
                    return Row.notRun(
                            fault.number(),
                            fault.name(),
                            title,
                            fault.how(),
                            "the client got no values: " + said.lines().reduce("", (before, line) -> line));
                }
                long begun = SeenSample.now();
                fault.begin().apply(device, new SplittableRandom(seed));
                if (fault.kind() == Kind.LASTS) {
                    within(PATIENCE_MILLIS, () -> badSince(lines, begun) > 0);
                    Thread.sleep(LASTING_MILLIS);
                } else if (fault.kind() == Kind.HARMLESS) {
                    Thread.sleep(HARMLESS_MILLIS);
                } else {
                    within(HARMLESS_MILLIS, () -> badSince(lines, begun) > 0);
                }
                long over = SeenSample.now();
                fault.end().apply(device, new SplittableRandom(seed));
                boolean recovered = within(PATIENCE_MILLIS, () -> goodSince(lines, over) > 0);
                Thread.sleep(AFTERWARDS_MILLIS);
                boolean alive = process.isAlive();
                long last = lastGood(lines);
                Losses losses = Losses.of(lines.samples(), fault.kind() == Kind.RESTARTS);
                long bad = badSince(lines, begun);
                if (!recovered) {
                    long missing = Math.max(0, device.count() - last);
                    losses = new Losses(
                            losses.marked() + (bad > 0 ? missing : 0),
                            losses.unmarked() + (bad > 0 ? 0 : missing),
                            losses.repeated(),
                            losses.disordered(),
                            List.of());
                }
                long from = fault.kind() == Kind.LASTS ? over : begun;
                return new Row(
                        fault.number(),
                        fault.name(),
                        title,
                        fault.how(),
                        bad > 0 ? (bad - begun) / 1e6 : -1,
                        recovered && (bad > 0 || fault.kind() == Kind.LASTS)
                                ? (goodSince(lines, Math.max(from, bad)) - from) / 1e6
                                : -1,
                        losses,
                        null,
                        Row.Kind.OTHERS,
                        remark(bad, recovered, alive, losses));
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static String remark(long bad, boolean recovered, boolean alive, Losses losses) {
        List<String> said = new ArrayList<>();
        if (bad == 0) {
            said.add("tells nothing");
        }
        if (!recovered) {
            said.add("no value within " + PATIENCE_MILLIS / 1000 + " s behind it");
        }
        if (!alive) {
            said.add("its process has ended");
        }
        if (losses.disordered() > 0) {
            said.add(losses.disordered() + " out of order");
        }
        return String.join(", ", said);
    }

    /** Whether something happens in time. */
    private static boolean within(long millis, java.util.concurrent.Callable<Boolean> enough) throws Exception {
        long begun = System.nanoTime();
        while (!enough.call()) {
            if ((System.nanoTime() - begun) / 1_000_000 > millis) {
                return false;
            }
            Thread.sleep(10);
        }
        return true;
    }

    private static long badSince(LinesFile lines, long since) throws IOException {
        return lines.samples().stream()
                .filter(sample -> sample.receivedAt() >= since && sample.isBad())
                .mapToLong(SeenSample::receivedAt)
                .findFirst()
                .orElse(0);
    }

    private static long goodSince(LinesFile lines, long since) throws IOException {
        return lines.samples().stream()
                .filter(sample -> sample.receivedAt() >= since && !sample.isBad())
                .mapToLong(SeenSample::receivedAt)
                .findFirst()
                .orElse(0);
    }

    private static long lastGood(LinesFile lines) throws IOException {
        return lines.samples().stream()
                .filter(sample -> !sample.isBad())
                .mapToLong(SeenSample::value)
                .reduce(0, (before, value) -> value);
    }

    /** Which of the faults they are played in: those of the connection. */
    static boolean isPlayed(SourceFault fault) {
        return List.of(1, 2, 11, 15).contains(fault.number())
                && fault.protocols().size() == Protocol.values().length;
    }
}
