package io.taktstrom.benchmarks.opcua;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;
import io.taktstrom.benchmarks.report.Plot;

/**
 * Items that count, pushed at several rates: is each value there, in order, and what does it cost. The contenders of a load
 * come one after the other, to the same server.
 *
 * @param name of the experiment
 * @param title of the experiment
 * @param server its program; empty when it is not there
 * @param loads what is subscribed to
 * @param mostForPython values a second above which asyncua stays away: it would not even get to subscribe
 */
record SubscriptionExperiment(String name, String title, List<String> server, List<Load> loads, double mostForPython)
        implements Experiment {

    private static final String MILO = "milo";
    private static final String ASYNCUA = "asyncua";
    private static final int FIGURES = 10;
    /** Of the loads, those that are looked at in a quick run: each takes half a minute. */
    private static final int IN_A_HURRY = 2;

    private static final String NO_SERVER = "TAKT_OPEN62541_SERVER names no program";

    /** All experiments of this kind. */
    static List<Experiment> all() {
        List<String> milo = OpcUaPrograms.java(MiloServer.class);
        return List.of(
                new SubscriptionExperiment(
                        "opcua-items",
                        "10,000 items of one client and of five, 50,000 values/s and up",
                        milo,
                        List.of(
                                new Load(1, 10_000, 0, 200),
                                new Load(5, 10_000, 0, 250),
                                new Load(5, 10_000, 0, 100),
                                new Load(5, 10_000, 0, 50),
                                new Load(5, 10_000, 0, 25)),
                        60_000),
                new SubscriptionExperiment(
                        "opcua-words",
                        "100 arrays of one client and of five, 800,000 words/s and up",
                        milo,
                        List.of(new Load(1, 100, 500, 62), new Load(5, 100, 200, 71), new Load(5, 100, 200, 25)),
                        10_000),
                new SubscriptionExperiment(
                        "opcua-split",
                        "items of a server that splits each tick over several messages, open62541",
                        OpcUaPrograms.open62541(),
                        List.of(new Load(1, 10_000, 0, 100), new Load(5, 10_000, 0, 100)),
                        0));
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        boolean full = effort.rounds() >= Effort.FULL.rounds();
        // Java compiles for some seconds, which would be taken for the cost of values.
        String warmUp = full ? "8000" : "3000";
        String window = full ? "4000" : "2000";
        Map<String, Object> figures = new LinkedHashMap<>();
        if (server.isEmpty()) {
            progress.println("  left out: " + NO_SERVER);
            return figures;
        }
        for (Load load : full ? loads : loads.subList(0, Math.min(IN_A_HURRY, loads.size()))) {
            try (ServerProcess running = OpcUaPrograms.serve(server, load.served())) {
                String pid = String.valueOf(running.process().pid());
                List<String> contenders = new ArrayList<>(List.of("taktstrom", MILO));
                if (Programs.hasPython() && load.valuesPerSecond() < mostForPython) {
                    contenders.add(ASYNCUA);
                }
                for (String who : contenders) {
                    String[] arguments = {running.uri(), load.text(), pid, warmUp, window};
                    String key = load.text() + " " + who;
                    figures.put(key, subscribe(who, progress, arguments));
                    progress.println("  " + key + ": " + figures.get(key));
                }
            }
        }
        return figures;
    }

    private static String subscribe(String who, PrintStream progress, String... arguments) {
        List<String> command;
        if (who.equals(ASYNCUA)) {
            command = Programs.python("asyncua_subscriber.py", arguments);
        } else {
            command = OpcUaPrograms.java(SubscriptionContender.class, who);
            command.addAll(List.of(arguments));
        }
        try {
            return Programs.lastLine("subscribed ", command);
        } catch (IOException e) {
            progress.println("  " + e.getMessage());
            return "failed";
        }
    }

    /** What a contender of a load had in its window. */
    private record Run(long received, List<String> words) {

        static Run parse(String line) {
            List<String> words = List.of(line.split(" ", -1));
            boolean failed = words.size() != FIGURES;
            return new Run(failed ? -1 : Long.parseLong(words.get(1)), words);
        }

        boolean failed() {
            return received < 0;
        }

        long number(int i) {
            return Long.parseLong(words.get(i));
        }

        double perSecond() {
            return received * 1e9 / number(6);
        }

        double cpuMicros() {
            return number(7) / 1e3 / Math.max(1, received);
        }
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        if (figures.isEmpty()) {
            return List.of("Not measured: " + NO_SERVER + ".");
        }
        List<String> lines = new ArrayList<>();
        lines.add("| load | client | values/s | words/s | lost | late | repeated | marked Overflow | CPU µs/value"
                + " | of Milo's | B/value | cores: client / server |");
        lines.add("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        figures.forEach((key, line) -> {
            String[] leg = key.split(" ", 2);
            Run milo = Run.parse(String.valueOf(figures.get(leg[0] + " " + MILO)));
            lines.add(row(Load.parse(leg[0]), leg[1], Run.parse(String.valueOf(line)), milo));
        });
        return lines;
    }

    private static String row(Load load, String who, Run run, Run milo) {
        String start = "| " + load.title() + " | " + who;
        if (run.failed()) {
            return start + " | failed | | | | | | | | | |";
        }
        boolean compared = !milo.failed() && milo.received() > 0;
        return start
                + String.format(
                        Locale.ROOT,
                        " | %,.0f | %s | %,d | %,d | %,d | %,d | %.2f | %s | %s | %.2f / %.2f |",
                        run.perSecond(),
                        load.words() == 0 ? "-" : String.format(Locale.ROOT, "%,.0f", run.perSecond() * load.words()),
                        run.number(2),
                        run.number(3),
                        run.number(4),
                        run.number(5),
                        run.cpuMicros(),
                        compared ? String.format(Locale.ROOT, "%.2f", run.cpuMicros() / milo.cpuMicros()) : "-",
                        run.number(8) < 0
                                ? "-"
                                : String.format(
                                        Locale.ROOT, "%,.1f", (double) run.number(8) / Math.max(1, run.received())),
                        (double) run.number(7) / run.number(6),
                        (double) run.number(9) / run.number(6));
    }

    @Override
    public List<Plot> plots(Map<String, Object> figures) {
        if (figures.isEmpty()) {
            return List.of();
        }
        List<String> loads = figures.keySet().stream()
                .map(key -> key.split(" ", 2)[0])
                .distinct()
                .toList();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        figures.keySet().stream().map(key -> key.split(" ", 2)[1]).distinct().forEach(who -> {
            List<Double> bars = loads.stream()
                    .map(load -> Run.parse(String.valueOf(figures.get(load + " " + who))))
                    .map(run -> run.failed() || run.received() == 0 ? Double.NaN : run.cpuMicros())
                    .toList();
            series.put(who, bars);
        });
        return List.of(new Plot(
                name,
                "Processor time of a value",
                "µs/value",
                true,
                loads.stream().map(load -> Load.parse(load).title()).toList(),
                series));
    }
}
