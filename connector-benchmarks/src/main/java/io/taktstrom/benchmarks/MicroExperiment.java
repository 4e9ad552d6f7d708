package io.taktstrom.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.benchmarks.program.Programs;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH over a package.
 *
 * @param name of the experiment
 * @param title of the experiment
 * @param room last word of the package
 * @param forks virtual machines for each benchmark, one after the other
 * @param iterationMillis of an iteration; there are three to warm up and three that count
 * @param of what time and bytes are given for
 */
record MicroExperiment(String name, String title, String room, int forks, int iterationMillis, String of)
        implements Experiment {

    static final List<Experiment> ALL = List.of(
            new MicroExperiment("micro", "JMH: parts of the hot path, per sample", "micro", 3, 1000, "sample"),
            new MicroExperiment("stream", "JMH: each stage and each format, per sample", "stream", 2, 500, "sample"),
            new MicroExperiment(
                    "codec",
                    "JMH: bytes to samples by the kit, for S7 and OPC UA, per value",
                    "codec",
                    2,
                    500,
                    "value"),
            new MicroExperiment(
                    "model", "JMH: a deployment file with 100,000 points, per point", "model", 2, 1000, "point"));

    private static final int QUICK_MILLIS = 200;
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        boolean full = effort.rounds() >= Effort.FULL.rounds();
        Options options = new OptionsBuilder()
                .include("\\.benchmarks\\." + room + "\\.")
                .forks(full ? forks : 1)
                .warmupIterations(full ? 3 : 2)
                // With fewer there is no interval.
                .measurementIterations(3)
                .warmupTime(TimeValue.milliseconds(full ? iterationMillis : QUICK_MILLIS))
                .measurementTime(TimeValue.milliseconds(full ? iterationMillis : QUICK_MILLIS))
                .jvmArgsAppend(Programs.QUIET)
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .build();
        Collection<RunResult> results = new Runner(options).run();
        Map<String, Object> figures = new LinkedHashMap<>();
        for (RunResult result : results) {
            String benchmark = result.getParams().getBenchmark();
            Result<?> time = result.getPrimaryResult();
            Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
            StringBuilder name =
                    new StringBuilder(benchmark.substring(benchmark.indexOf("." + room + ".") + room.length() + 2));
            for (String key : result.getParams().getParamsKeys()) {
                name.append(' ').append(result.getParams().getParam(key));
            }
            figures.put(
                    name.toString(),
                    List.of(time.getScore(), time.getScoreError(), allocated == null ? -1 : allocated.getScore()));
        }
        return figures;
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| benchmark | ns/" + of + " | ± (99.9 %) | B/" + of + " |");
        lines.add("|---|---:|---:|---:|");
        figures.forEach((name, scores) -> {
            List<?> score = (List<?>) scores;
            lines.add(String.format(
                    Locale.ROOT,
                    "| %s | %.2f | %.2f | %.3f |",
                    name,
                    number(score.get(0)),
                    number(score.get(1)),
                    number(score.get(2))));
        });
        return lines;
    }

    private static double number(Object figure) {
        return figure instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
