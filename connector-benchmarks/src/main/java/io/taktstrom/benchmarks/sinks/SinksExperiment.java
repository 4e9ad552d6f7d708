package io.taktstrom.benchmarks.sinks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.paired.PairedRun;
import io.taktstrom.benchmarks.paired.PairedTable;
import io.taktstrom.benchmarks.paired.Ratio;
import io.taktstrom.benchmarks.paired.Slice;
import io.taktstrom.benchmarks.paired.WorkerProcess;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

/**
 * Samples a second until a receiver has acknowledged them: our sink behind its pipeline, its client library by itself with the same
 * payloads and settings, and a bare socket with the same bytes.
 *
 * @param name of the experiment
 * @param title of the experiment
 * @param targets where samples go
 */
public record SinksExperiment(String name, String title, List<Target> targets) implements Experiment {

    private static final String WITH = " / ";

    /** All experiments of this kind. */
    public static List<Experiment> all() {
        return List.of(
                new SinksExperiment("sinks-mqtt", "samples to mosquitto", List.of(Target.MQTT, Target.MQTT_COLUMNS)),
                new SinksExperiment(
                        "sinks-kafka", "samples to a Kafka broker", List.of(Target.KAFKA, Target.KAFKA_COLUMNS)),
                new SinksExperiment("sinks-amqp", "samples to RabbitMQ", List.of(Target.AMQP)),
                new SinksExperiment("sinks-sql", "samples to PostgreSQL", List.of(Target.POSTGRESQL)),
                new SinksExperiment(
                        "sinks-http", "samples to InfluxDB and over HTTP", List.of(Target.INFLUXDB, Target.HTTP)),
                new SinksExperiment(
                        "sinks-files", "samples into files", List.of(Target.JSONL, Target.CSV, Target.PARQUET)));
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (Target target : targets) {
            progress.println("  " + target.title());
            try (Target.Served served = target.serve()) {
                run(target, served.address(), effort, progress)
                        .forEach((contender, slices) -> figures.put(target.title() + WITH + contender, slices));
            }
        }
        return figures;
    }

    /** Lines of slices by contender, or why there are none. */
    private static Map<String, Object> run(Target target, String address, Effort effort, PrintStream progress)
            throws Exception {
        List<WorkerProcess> workers = new ArrayList<>();
        try (ServerProcess drain = ServerProcess.start(Programs.java(DrainServer.class, DrainServer.FRAMES))) {
            if (target.isTcp()) {
                workers.add(start(SinkContender.SOCKET, target, drain.uri()));
            }
            workers.add(start(SinkContender.LIBRARY, target, address));
            if (target.takesOldPayloads()) {
                workers.add(start(SinkContender.ENCODING, target, address));
            }
            workers.add(start(SinkContender.TAKTSTROM, target, address));
            Map<String, String> failures = new LinkedHashMap<>();
            Map<String, Object> figures =
                    PairedTable.figures(new PairedRun(effort.rounds(), effort.sliceMillis(), effort.warmUpMillis())
                            .run(workers, progress, failures));
            failures.forEach((contender, why) -> figures.put(contender, "failed: " + why));
            return figures;
        } finally {
            for (WorkerProcess worker : workers) {
                worker.close();
            }
        }
    }

    private static WorkerProcess start(String who, Target target, String address) throws Exception {
        return WorkerProcess.start(who, Programs.java(SinkContender.class, who, target.name(), address));
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| to | contender | samples/s | B/sample | CPU µs/sample | of the library (95 %)"
                + " | of the library, encoding (95 %) | of the socket |");
        lines.add("|---|---|---:|---:|---:|---|---|---:|");
        figures.forEach((key, rounds) -> {
            String[] words = key.split(WITH, 2);
            String start = "| " + words[0] + " | " + words[1] + " | ";
            if (rounds instanceof List<?> slices) {
                lines.add(start
                        + row(
                                PairedTable.parsed(slices),
                                PairedTable.parsed(figures.get(words[0] + WITH + SinkContender.LIBRARY)),
                                PairedTable.parsed(figures.get(words[0] + WITH + SinkContender.ENCODING)),
                                PairedTable.parsed(figures.get(words[0] + WITH + SinkContender.SOCKET))));
            } else {
                lines.add(start + rounds + " | | | | | |");
            }
        });
        return lines;
    }

    private static String row(List<Slice> slices, List<Slice> library, List<Slice> encoding, List<Slice> socket) {
        return String.format(
                Locale.ROOT,
                "%,.0f | %,.1f | %.2f | %s | %s | %s |",
                PairedTable.median(slices, Slice::perSecond),
                PairedTable.median(slices, Slice::allocatedPerOperation),
                PairedTable.median(slices, Slice::cpuMicrosPerOperation),
                library.isEmpty() ? "-" : Ratio.of(slices, library).text(),
                encoding.isEmpty() ? "-" : Ratio.of(slices, encoding).text(),
                socket.isEmpty()
                        ? "-"
                        : String.format(
                                Locale.ROOT, "%.4f", Ratio.of(slices, socket).median()));
    }
}
