package io.taktstrom.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.benchmarks.ads.AdsChange;
import io.taktstrom.benchmarks.ads.NotificationExperiment;
import io.taktstrom.benchmarks.ads.OpenLoopExperiment;
import io.taktstrom.benchmarks.ads.ReadExperiment;
import io.taktstrom.benchmarks.compare.Comparison;
import io.taktstrom.benchmarks.compare.Runs;
import io.taktstrom.benchmarks.gather.GatherExperiment;
import io.taktstrom.benchmarks.meters.MetersExperiment;
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
import io.taktstrom.benchmarks.report.Plot;
import io.taktstrom.benchmarks.report.WrongUseException;
import io.taktstrom.benchmarks.s7.S7Change;
import io.taktstrom.benchmarks.s7.S7Experiment;
import io.taktstrom.benchmarks.scale.ScaleExperiment;
import io.taktstrom.benchmarks.sinks.SinksExperiment;
import io.taktstrom.benchmarks.spill.OutageExperiment;
import io.taktstrom.benchmarks.spill.SpillExperiment;
import io.taktstrom.testkit.report.Machine;
import io.taktstrom.testkit.report.Page;

/** Runs experiments and writes their data files and tables. Started in the root of the project. */
public final class Bench {

    private static final List<Experiment> EXPERIMENTS = experiments();

    /** Some of each module, together in less than ten minutes: what {@code quick} measures that is asked for no name. */
    private static final List<String> OF_EACH_MODULE = List.of(
            "micro",
            "stream",
            "meters",
            "codec",
            "model",
            "ads-read",
            "ads-group",
            "ads-notify",
            "s7-read",
            "opcua-read",
            "opcua-items",
            "spill",
            "gather",
            "sinks-mqtt",
            "sinks-files");

    /** Whose bytes, and whose speed beside a bare socket, are the same on any machine: one of each connector. */
    private static final List<String> ANYWHERE = List.of("ads-read", "s7-read", "opcua-read");

    private static final Path DOCS = Path.of("docs", "benchmarks");
    /** Where figures go that are only to be looked at, or compared. */
    private static final Path QUICK = Path.of("connector-benchmarks", "target", "quick");

    private static final Path GLANCE = Path.of("connector-benchmarks", "target", "glance");

    private static final int WRONG_USE = 2;

    private static final String USAGE = """
            usage: takt bench list             what there is to measure
                   takt bench run [NAME...]    measure (all: two hours), write docs/benchmarks
                   takt bench quick [NAME...]  the same in less time, to look at only (no name: some of each module in
                                               ten minutes)
                   takt bench glance           half a minute: bytes and ratios that hold on any machine, beside those committed
                   takt bench report           write the tables again from the data files
                   takt bench report --html FILE  all of them in one file that needs nothing beside it
                   takt bench compare [A [B]]  two runs, files or folders of them: what has changed, and what speaks
                                               against it; one: with docs/benchmarks; none: that with its last commit""";

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final List<String> failed = new ArrayList<>();

    private Bench() {}

    private static List<Experiment> experiments() {
        List<Experiment> all =
                new ArrayList<>(List.of(ReadExperiment.ONE, ReadExperiment.GROUP, new OpenLoopExperiment()));
        all.addAll(MicroExperiment.ALL);
        all.add(new MetersExperiment());
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
        try {
            bench.execute(
                    args.length == 0 ? "help" : args[0], List.of(args).subList(Math.min(1, args.length), args.length));
            if (!bench.failed.isEmpty()) {
                System.err.println("takt bench: not measured: " + String.join("; ", bench.failed));
                System.exit(1);
            }
        } catch (WrongUseException e) {
            System.err.println("takt bench: " + e.getMessage());
            System.exit(WRONG_USE);
        }
    }

    private void execute(String verb, List<String> words) throws Exception {
        switch (verb) {
            case "list" -> EXPERIMENTS.forEach(e -> out.printf("%-14s %s%n", e.name(), e.title()));
            case "run" -> {
                run(words.isEmpty() ? EXPERIMENTS : chosen(words), Experiment.Effort.FULL, DOCS, out);
                report();
            }
            case "quick" -> quick(chosen(words.isEmpty() ? OF_EACH_MODULE : words));
            case "glance" -> glance();
            case "report" -> {
                if (words.isEmpty()) {
                    report();
                } else {
                    reportAsHtml(measured(DOCS), DOCS, htmlFile(words), "");
                }
            }
            case "compare" -> Runs.compare(words).forEach(out::println);
            case "help", "--help", "-h" -> out.println(USAGE);
            default -> throw new WrongUseException("there is no '" + verb + "'\n" + USAGE);
        }
    }

    private static Path htmlFile(List<String> words) {
        if (words.size() != 2 || !words.get(0).equals("--html")) {
            throw new WrongUseException("report takes nothing, or --html FILE; not " + String.join(" ", words));
        }
        return Path.of(words.get(1));
    }

    /** One that fails is named at the end, and the others go on: they may have taken an hour. */
    private void run(List<Experiment> experiments, Experiment.Effort effort, Path into, PrintStream progress)
            throws IOException, InterruptedException {
        for (Experiment experiment : experiments) {
            progress.println(experiment.name() + ": " + experiment.title());
            Instant began = Instant.now();
            try {
                measure(experiment, effort, into, progress);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                progress.println("  failed: " + e);
                failed.add(experiment.name() + " (" + e.getMessage() + ")");
            }
            progress.println("(" + Duration.between(began, Instant.now()).toSeconds() + " s)");
        }
    }

    private static void measure(Experiment experiment, Experiment.Effort effort, Path into, PrintStream progress)
            throws Exception {
        Map<String, Object> before = Machine.describe();
        Map<String, Object> figures = experiment.run(effort, progress);
        DataFile data = new DataFile(
                experiment.name(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                effort.equals(Experiment.Effort.FULL)
                        ? experiment.command()
                        : experiment.command().replace(" run ", " quick "),
                before,
                Machine.describe(),
                figures);
        experiment.table(figures).forEach(progress::println);
        if (!figures.isEmpty()) {
            data.write(into);
        }
    }

    /** Leaves a report of its own, and figures to compare. */
    private void quick(List<Experiment> experiments) throws IOException, InterruptedException {
        forget(experiments, QUICK);
        run(experiments, Experiment.Effort.QUICK, QUICK, out);
        List<Experiment> measured =
                experiments.stream().filter(measured(QUICK)::contains).toList();
        String missing = experiments.stream()
                .filter(experiment -> !measured.contains(experiment))
                .map(Experiment::name)
                .collect(Collectors.joining(", "));
        reportAsHtml(
                measured,
                QUICK,
                QUICK.resolve("report.html"),
                "Measured in a hurry, to look at only."
                        + (missing.isEmpty()
                                ? ""
                                : " Not measured, because it failed or has no figures: " + missing + "."));
        out.println("compare it with what was published: ./takt bench compare docs/benchmarks " + QUICK);
    }

    /** Prints nothing but what has changed since what is committed; how it got there goes to standard error. */
    private void glance() throws Exception {
        forget(chosen(ANYWHERE), GLANCE);
        run(chosen(ANYWHERE), Experiment.Effort.GLANCE, GLANCE, System.err);
        Runs.glance(GLANCE).forEach(out::println);
    }

    /** What fails now must not look as it did the last time. */
    private static void forget(List<Experiment> experiments, Path folder) throws IOException {
        for (Experiment experiment : experiments) {
            Files.deleteIfExists(DataFile.path(folder, experiment.name()));
        }
    }

    private static List<Experiment> chosen(List<String> names) {
        List<Experiment> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(EXPERIMENTS.stream()
                    .filter(experiment -> experiment.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new WrongUseException("there is no experiment " + name + "; there are "
                            + EXPERIMENTS.stream().map(Experiment::name).collect(Collectors.joining(", ")))));
        }
        return chosen;
    }

    private void report() throws IOException {
        for (Experiment experiment : measured(DOCS)) {
            List<String> lines = section(experiment, DOCS);
            try (DirectoryStream<Path> pages = Files.newDirectoryStream(DOCS, "*.md")) {
                for (Path page : pages) {
                    if (new Page(page).replace(experiment.name(), lines)) {
                        out.println("wrote " + page);
                    }
                }
            }
        }
    }

    private void reportAsHtml(List<Experiment> experiments, Path docs, Path file, String doubt) throws IOException {
        HtmlReport report = new HtmlReport(docs, doubt);
        for (Experiment experiment : experiments) {
            report.add(experiment.name(), experiment.title(), section(experiment, docs));
        }
        try {
            report.write(file);
        } catch (IOException e) {
            throw new WrongUseException(file + " cannot be written: " + e);
        }
        out.println("wrote " + file);
    }

    private static List<Experiment> measured(Path docs) {
        return EXPERIMENTS.stream()
                .filter(experiment -> Files.exists(DataFile.path(docs, experiment.name())))
                .toList();
    }

    /** Table, plots, and what it was measured with, as lines of Markdown. */
    private static List<String> section(Experiment experiment, Path docs) throws IOException {
        DataFile data = DataFile.read(DataFile.path(docs, experiment.name()));
        List<String> lines = new ArrayList<>(experiment.table(data.figures()));
        for (Plot plot : experiment.plots(data.figures())) {
            Path picture = plot.write(docs.resolve("plots"));
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
        for (String doubt : Comparison.doubts("read with care", data)) {
            lines.add("");
            lines.add(doubt);
        }
        return lines;
    }
}
