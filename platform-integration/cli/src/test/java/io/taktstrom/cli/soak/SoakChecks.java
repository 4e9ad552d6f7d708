package io.taktstrom.cli.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.LinesFile;
import io.taktstrom.cli.plant.Receiver;
import io.taktstrom.cli.plant.SeenSample;

/** What each receiver has of each point, compared with the devices and with the other receivers. One thread. */
final class SoakChecks {

    /** Reads what has come since the last time. */
    @FunctionalInterface
    private interface Reading {
        List<SeenSample> next(String stream) throws IOException;
    }

    private final Map<String, Reading> readings = new LinkedHashMap<>();
    private final Map<String, NumberCheck> checks = new LinkedHashMap<>();
    private final Runs runs;

    SoakChecks(Path folder, Map<String, Receiver> receivers, Runs runs) {
        this.runs = runs;
        Map<String, LinesFile> files = new LinkedHashMap<>();
        readings.put(
                SoakPlant.FILE,
                stream -> files.computeIfAbsent(stream, any -> new LinesFile(folder.resolve(stream + ".jsonl")))
                        .next());
        receivers.forEach((name, receiver) -> readings.put(name, receiver::next));
        for (String receiver : readings.keySet()) {
            add("all", "ads.count", receiver, NumberCheck.Kind.EACH);
            add("all", "opcua.count", receiver, NumberCheck.Kind.EACH);
            add("all", "s7.count", receiver, NumberCheck.Kind.SOME);
            add("all", "line.double", receiver, NumberCheck.Kind.DOUBLED);
            add("all", "ads.wave", receiver, NumberCheck.Kind.ANY);
            add("thin", "ads.count", receiver, NumberCheck.Kind.TENTH);
            add("thin", "opcua.count", receiver, NumberCheck.Kind.TENTH);
            for (String device : List.of("ads", "s7", "opcua")) {
                add("mean", device + ".count", receiver, NumberCheck.Kind.SOME);
            }
        }
        add("when", "ads.count", SoakPlant.FILE, NumberCheck.Kind.ANY);
        add(SoakDeployment.FEW, "ads.count", SoakPlant.KAFKA, NumberCheck.Kind.EACH);
    }

    private static String key(String stream, String point, String receiver) {
        return stream + ' ' + point + ' ' + receiver;
    }

    private void add(String stream, String point, String receiver, NumberCheck.Kind kind) {
        checks.put(key(stream, point, receiver), new NumberCheck(stream, point, receiver, kind, runs));
    }

    static Protocol deviceOf(String point) {
        return point.startsWith("s7") ? Protocol.S7 : point.startsWith("opcua") ? Protocol.OPC_UA : Protocol.ADS;
    }

    /** @param counted most that a device has counted to so far */
    void collect(ToLongFunction<Protocol> counted) throws IOException {
        for (Map.Entry<String, Reading> reading : readings.entrySet()) {
            for (String stream : streams()) {
                List<SeenSample> samples = reading.getValue().next(stream);
                Map<Protocol, Long> most = new LinkedHashMap<>();
                for (SeenSample sample : samples) {
                    NumberCheck check = checks.get(key(stream, sample.point(), reading.getKey()));
                    if (check != null) {
                        check.add(sample, most.computeIfAbsent(deviceOf(sample.point()), counted::applyAsLong));
                    }
                }
            }
        }
    }

    private List<String> streams() {
        return checks.values().stream().map(check -> check.stream).distinct().toList();
    }

    /** Whether each receiver has all numbers up to these. */
    boolean reached(ToLongFunction<Protocol> numbers) {
        return checks.values().stream()
                .filter(check -> check.stream.equals("all") && check.point.endsWith(".count"))
                .allMatch(check -> check.last() >= numbers.applyAsLong(deviceOf(check.point)));
    }

    /** All repeats of a receiver so far. */
    long repeated(String receiver) {
        return checks.values().stream()
                .filter(check -> check.receiver.equals(receiver))
                .mapToLong(NumberCheck::repeated)
                .sum();
    }

    List<String> receivers() {
        return List.copyOf(readings.keySet());
    }

    /**
     * When nothing comes any more: all receivers of a stream have the same samples of each process that was not killed.
     *
     * @param skipped numbers that a device has skipped by itself
     */
    void atTheEnd(ToLongFunction<Protocol> skipped, Consumer<String> wrong) {
        for (NumberCheck check : checks.values()) {
            check.wrong(skipped.applyAsLong(deviceOf(check.point))).forEach(wrong);
            if (check.samples() == 0) {
                wrong.accept("no samples: " + key(check.stream, check.point, check.receiver));
            }
            NumberCheck file = checks.get(key(check.stream, check.point, SoakPlant.FILE));
            for (int run = 1; file != null && run <= runs.last(); run++) {
                if (!runs.wasKilled(run) && !file.of(run).equals(check.of(run))) {
                    wrong.accept("process %d: %s %s: the file has %s, %s has %s"
                            .formatted(run, check.stream, check.point, file.of(run), check.receiver, check.of(run)));
                }
            }
        }
    }

    /** A row for each. */
    List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (NumberCheck check : checks.values()) {
            rows.add("| %s | %s | %s | %d | %d | %d | %d | %d |"
                    .formatted(
                            check.stream,
                            check.point,
                            check.receiver,
                            check.samples(),
                            check.marked(),
                            check.between(),
                            check.unmarked(),
                            check.repeated()));
        }
        return rows;
    }
}
