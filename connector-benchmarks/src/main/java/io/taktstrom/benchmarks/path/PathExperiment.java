package io.taktstrom.benchmarks.path;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.opcua.OpcUaPrograms;
import io.taktstrom.benchmarks.program.ServerProcess;
import io.taktstrom.benchmarks.report.Memory;
import io.taktstrom.testkit.mqtt.Mosquitto;

/** The same changes by several programs from an OPC UA server to a broker of MQTT: what arrives there, how late, and at what cost. */
public final class PathExperiment implements Experiment {

    private static final List<PathLoad> LOADS =
            List.of(new PathLoad(1_000, 1_000), new PathLoad(1_000, 100), new PathLoad(5_000, 100));

    private static final int LONGEST_START_TENTHS = 600;
    private static final double MIB = 1 << 20;
    private static final String WITH = " / ";

    @Override
    public String name() {
        return "path";
    }

    @Override
    public String title() {
        return "OPC UA to MQTT by us and by others: received, lost, delay, processor time";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        boolean full = effort.rounds() >= Effort.FULL.rounds();
        long warmUpMillis = full ? 8_000 : 4_000;
        long windowMillis = full ? 12_000 : 4_000;
        Map<String, Object> figures = new LinkedHashMap<>();
        for (PathLoad load : full ? LOADS : LOADS.subList(1, 2)) {
            for (PathContender contender : PathContender.values()) {
                String missing = contender.missing().orElse("");
                if (missing.isEmpty()) {
                    String line = run(contender, load, warmUpMillis, windowMillis);
                    progress.println("  " + load.title() + WITH + contender.title() + ": " + line);
                    figures.put(load.title() + WITH + contender.title(), line);
                } else {
                    progress.println("  " + contender.title() + " is left out: " + missing);
                }
            }
        }
        return figures;
    }

    /** {@code arrived items received lost repeated outOfOrder p50 p99 max nanos cpuNanos residentBytes}. */
    private static String run(PathContender contender, PathLoad load, long warmUpMillis, long windowMillis)
            throws Exception {
        Path folder = Files.createTempDirectory("takt-bench-path");
        try (ServerProcess server = OpcUaPrograms.serveCounting(load.items(), load.periodMillis());
                Mosquitto broker = Mosquitto.start();
                BrokerEar ear = new BrokerEar(broker.address().getPort(), contender.shape())) {
            String hostAndPort = server.uri().replaceFirst("^opc.tcp://", "").replaceFirst("/.*", "");
            Path log = folder.resolve("log");
            Process process = new ProcessBuilder(
                            contender.command(hostAndPort, broker.address().getPort(), load, folder))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            try {
                for (int tenths = 0; ear.arrivals().tally().received() == 0; tenths++) {
                    if (!process.isAlive() || tenths == LONGEST_START_TENTHS) {
                        return "failed: nothing came; " + tail(log);
                    }
                    Thread.sleep(100);
                }
                Thread.sleep(warmUpMillis);
                return measure(process, ear.arrivals(), windowMillis);
            } finally {
                process.destroy();
                if (!process.waitFor(10, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Collections.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static String measure(Process process, Arrivals arrivals, long windowMillis)
            throws IOException, InterruptedException {
        Duration cpu = cpu(process);
        arrivals.reset();
        long begin = System.nanoTime();
        Thread.sleep(windowMillis);
        Arrivals.Tally tally = arrivals.tally();
        long nanos = System.nanoTime() - begin;
        return String.format(
                Locale.ROOT,
                "arrived %d %d %d %d %d %d %d %d %d %d %d",
                tally.items(),
                tally.received(),
                tally.lost(),
                tally.repeated(),
                tally.outOfOrder(),
                tally.p50(),
                tally.p99(),
                tally.max(),
                nanos,
                cpu(process).minus(cpu).toNanos(),
                Memory.resident(process.pid()));
    }

    private static Duration cpu(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static String tail(Path log) throws IOException {
        String said = Files.readString(log).strip().replaceAll("\\s+", " ");
        return said.substring(Math.max(0, said.length() - 300));
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| changes | path | arrived/s | lost | repeated | out of order | delay p50 / p99 / max ms"
                + " | CPU µs/value | MiB |");
        lines.add("|---|---|---:|---:|---:|---:|---:|---:|---:|");
        figures.forEach((key, line) -> {
            String[] leg = key.split(WITH, 2);
            lines.add("| " + leg[0] + " | " + leg[1] + " | " + row(line.toString()));
        });
        return lines;
    }

    private static String row(String line) {
        if (!line.startsWith("arrived ")) {
            return line + " | | | | | | |";
        }
        long[] words = Stream.of(line.split(" ", -1))
                .skip(1)
                .mapToLong(Long::parseLong)
                .toArray();
        return String.format(
                Locale.ROOT,
                "%,.0f | %,d | %,d | %,d | %.0f / %.0f / %.0f | %.1f | %.0f |",
                words[1] * 1e9 / words[8],
                words[2],
                words[3],
                words[4],
                words[5] / 1e6,
                words[6] / 1e6,
                words[7] / 1e6,
                words[9] / 1e3 / Math.max(1, words[1]),
                words[10] / MIB);
    }
}
