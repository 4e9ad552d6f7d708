package io.taktstrom.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.benchmarks.ads.AdsChange;
import io.taktstrom.benchmarks.ads.NotificationExperiment;
import io.taktstrom.benchmarks.ads.OpenLoopExperiment;
import io.taktstrom.benchmarks.ads.ReadExperiment;
import io.taktstrom.benchmarks.compare.Comparison;
import io.taktstrom.benchmarks.compare.Runs;
import io.taktstrom.benchmarks.gather.GatherExperiment;
import io.taktstrom.benchmarks.opcua.OpcUaExperiments;
import io.taktstrom.benchmarks.paper.AccessExperiment;
import io.taktstrom.benchmarks.paper.BlockExperiment;
import io.taktstrom.benchmarks.paper.PollExperiment;
import io.taktstrom.benchmarks.paper.ProfileExperiment;
import io.taktstrom.benchmarks.path.NotifyToKafkaExperiment;
import io.taktstrom.benchmarks.path.PathExperiment;
import io.taktstrom.benchmarks.profile.ConnectorProfiles;
import io.taktstrom.benchmarks.report.DataFile;
import io.taktstrom.benchmarks.report.HtmlReport;
import io.taktstrom.benchmarks.report.Machine;
import io.taktstrom.benchmarks.report.Page;
import io.taktstrom.benchmarks.report.Plot;
import io.taktstrom.benchmarks.s7.S7Change;
import io.taktstrom.benchmarks.s7.S7Experiment;
import io.taktstrom.benchmarks.scale.ScaleExperiment;
import io.taktstrom.benchmarks.sinks.SinksExperiment;
import io.taktstrom.benchmarks.spill.OutageExperiment;
import io.taktstrom.benchmarks.spill.SpillExperiment;

/** Runs experiments and writes their data files and tables. Started in the root of the project. */
public final class Bench {

    private static final List<Experiment> EXPERIMENTS = experiments();

    private static final Path DOCS = Path.of("docs", "benchmarks");

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private Bench() {}

    private static List<Experiment> experiments() {
        List<Experiment> all =
                new ArrayList<>(List.of(ReadExperiment.ONE, ReadExperiment.GROUP, new OpenLoopExperiment()));
        all.addAll(MicroExperiment.ALL);
        all.addAll(NotificationExperiment.all());
        all.addAll(AccessExperiment.all());
        all.add(new ProfileExperiment());
        all.add(new ConnectorProfiles());
        all.add(new PollExperiment());
        all.add(new BlockExperiment());
        all.addAll(S7Experiment.all());
        all.addAll(OpcUaExperiments.all());
        all.add(new SpillExperiment());
        all.add(new OutageExperiment());
        all.add(new GatherExperiment());
        all.addAll(SinksExperiment.all());
        all.add(new NotifyToKafkaExperiment());
        all.add(new PathExperiment());
        all.add(new ScaleExperiment());
        all.add(new AdsChange());
        all.add(new S7Change());
        return List.copyOf(all);
    }

    public static void main(String[] args) throws Exception {
        Bench bench = new Bench();
        String verb = args.length == 0 ? "help" : args[0];
        List<String> names = List.of(args).subList(Math.min(1, args.length), args.length);
        switch (verb) {
            case "list" -> EXPERIMENTS.forEach(e -> bench.out.printf("%-12s %s%n", e.name(), e.title()));
            case "run" -> bench.run(names, Experiment.Effort.FULL, true);
            case "quick" -> bench.run(names, Experiment.Effort.QUICK, false);
            case "report" -> {
                if (names.isEmpty()) {
                    bench.report();
                } else {
                    bench.reportAsHtml(htmlFile(names));
                }
            }
            case "compare" -> Runs.compare(names).forEach(bench.out::println);
            default -> bench.out.println("""
                        usage: takt bench list             what there is to measure
                               takt bench run [NAME...]    measure (all: two hours), write docs/benchmarks
                               takt bench quick [NAME...]  the same in less time, to look at only
                               takt bench report           write the tables again from the data files
                               takt bench report --html FILE  all of them in one file that needs nothing beside it
                               takt bench compare [A [B]]  two runs, files or folders of them: what has changed, and what speaks
                                                           against it; one: with docs/benchmarks; none: that with its last commit""");
        }
    }

    private static Path htmlFile(List<String> words) {
        if (words.size() != 2 || !words.get(0).equals("--html")) {
            throw new IllegalArgumentException("report takes nothing, or --html FILE; not " + words);
        }
        return Path.of(words.get(1));
    }

    private void run(List<String> names, Experiment.Effort effort, boolean keep) throws Exception {
        for (Experiment experiment : chosen(names)) {
            out.println(experiment.name() + ": " + experiment.title());
            Map<String, Object> before = Machine.describe();
            Map<String, Object> figures = experiment.run(effort, out);
            DataFile data = new DataFile(
                    experiment.name(),
                    Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                    experiment.command(),
                    before,
                    Machine.describe(),
                    figures);
            experiment.table(figures).forEach(out::println);
            if (keep && !figures.isEmpty()) {
                data.write(DOCS);
            }
        }
        if (keep) {
            report();
        }
    }

    private static List<Experiment> chosen(List<String> names) {
        List<Experiment> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(EXPERIMENTS.stream()
                    .filter(experiment -> experiment.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no experiment " + name + "; there are "
                            + EXPERIMENTS.stream().map(Experiment::name).toList())));
        }
        return names.isEmpty() ? EXPERIMENTS : chosen;
    }

    private void report() throws IOException {
        for (Experiment experiment : measured()) {
            List<String> lines = section(experiment);
            try (DirectoryStream<Path> pages = Files.newDirectoryStream(DOCS, "*.md")) {
                for (Path page : pages) {
                    if (new Page(page).replace(experiment.name(), lines)) {
                        out.println("wrote " + page);
                    }
                }
            }
        }
    }

    private void reportAsHtml(Path file) throws IOException {
        HtmlReport report = new HtmlReport(DOCS);
        for (Experiment experiment : measured()) {
            report.add(experiment.name(), experiment.title(), section(experiment));
        }
        report.write(file);
        out.println("wrote " + file);
    }

    private static List<Experiment> measured() {
        return EXPERIMENTS.stream()
                .filter(experiment -> Files.exists(DataFile.path(DOCS, experiment.name())))
                .toList();
    }

    /** Table, plots, and what it was measured with, as lines of Markdown. */
    private static List<String> section(Experiment experiment) throws IOException {
        DataFile data = DataFile.read(DataFile.path(DOCS, experiment.name()));
        List<String> lines = new ArrayList<>(experiment.table(data.figures()));
        for (Plot plot : experiment.plots(data.figures())) {
            Path picture = plot.write(DOCS.resolve("plots"));
            lines.add("");
            lines.add("![" + plot.title() + "](plots/" + picture.getFileName() + ")");
        }
        lines.add("");
        lines.add("`" + data.command() + "`, " + data.date() + ", "
                + data.before().get("cpu") + ", "
                + data.before().get("cores") + " cores, " + data.before().get("kernel") + ", "
                + data.before().get("java") + "; load before "
                + data.before().get("load") + ", after "
                + data.after().get("load") + "; raw figures in [data/" + experiment.name() + ".json](data/"
                + experiment.name() + ".json).");
        for (String doubt : Comparison.dirtyRounds("read with care", data)) {
            lines.add("");
            lines.add(doubt);
        }
        return lines;
    }
}
