package io.taktstrom.cli.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import io.taktstrom.cli.deployment.DeploymentFile;
import io.taktstrom.cli.shell.AccountText;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.sinks.format.Field;
import io.taktstrom.sinks.parquet.ParquetFinish;
import io.taktstrom.stream.Accounting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt record}. */
@Command(
        name = "record",
        description = {
            "Record what the devices of a deployment file deliver, for 'takt replay', until stopped.",
            "",
            "Samples are written as the devices have them: not scaled, without deadband, whatever streams and sinks the file has."
                    + " A model of the points is written beside, as OUT.points.json. Where samples were lost, the next one is"
                    + " marked with +Overflow, and the accounting at the end says how many; the exit code is 1 then."
        },
        footer = {
            "",
            "Examples:",
            "  takt record plant.yaml --out monday.jsonl",
            "  takt record plant.yaml --out monday.parquet --format parquet --seconds 3600"
        })
public final class RecordCommand extends ShellCommand implements Callable<Integer> {

    private static final Duration PERIOD = Duration.ofMillis(250);

    /** The file that a Parquet file is made of has all fields. */
    private static final String ALL_FIELDS = String.join(", ", Field.keys());

    private static final String FIELDS = "point, value, status, sourceTime, receivedAt";

    /** What the file is. */
    enum Format {
        JSONL,
        PARQUET
    }

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Option(names = "--out", paramLabel = "OUT", required = true, description = "The file to make.")
    private Path out = Path.of("");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "jsonl, JSON Lines; or parquet, made of a file of lines at the end (default: jsonl).")
    private Format format = Format.JSONL;

    @Mixin
    private RunLimit runLimit = new RunLimit();

    @Override
    public Integer call() throws IOException {
        Path made = out.toAbsolutePath();
        Path lines = format == Format.JSONL ? made : ReplayModel.lines(made);
        Path model = ReplayModel.beside(made);
        if (made.toString().contains("{") || made.toString().contains("}")) {
            throw new UsageException("--out " + out + ": the path must not contain { or }");
        }
        for (Path path : List.of(made, lines, model)) {
            if (Files.exists(path)) {
                throw new UsageException(path + " exists; remove it, or name another file with --out");
            }
        }
        Deployment deployment = file.load(shell);
        Map<String, String> scans =
                deployment.points().stream().collect(Collectors.toMap(PointConfig::name, PointConfig::scan));
        RecordSink sink = new RecordSink(
                lines,
                model,
                format == Format.JSONL ? FIELDS : ALL_FIELDS,
                (point, type) -> described(point, type, deployment, scans));
        RunningDeployment running = RunningDeployment.start(
                recorded(deployment),
                new RunContext(EpochNanoClock.system(), shell.providers().with(sink), shell::note, null));
        shell.crashReporter().setAccounts(running::accounts);
        try (running) {
            shell.note("recording " + file.path() + " into " + out + "; Ctrl-C ends it");
            runLimit.repeat(shell.stop(), PERIOD, () -> {});
        }
        if (format == Format.PARQUET) {
            finish(lines, made);
        }
        return report(running.accounts(), sink.points());
    }

    /** The lines are a record as well, until the other is complete. */
    private void finish(Path lines, Path made) throws IOException {
        Path part = made.resolveSibling(made.getFileName() + ".part");
        shell.note("making " + out + " of " + lines);
        try {
            new ParquetFinish().write(lines, part);
            Files.move(part, made);
            Files.delete(lines);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            shell.note("the record is in " + lines + "; 'takt replay' takes that, too");
            throw ReplayModel.cannotWrite(made, e);
        }
    }

    private int report(Map<String, Accounting> accounts, int points) {
        boolean complete = true;
        long published = 0;
        for (Map.Entry<String, Accounting> entry : accounts.entrySet()) {
            out().println(AccountText.line(entry.getKey(), entry.getValue()));
            complete &= AccountText.isComplete(entry.getValue());
            published += entry.getValue().published();
        }
        if (points == 0) {
            shell.note("nothing to replay was recorded: no point had a value; 'takt run " + file.path()
                    + " --dry' says why");
        } else {
            shell.note("recorded " + Counted.of(published, "sample") + " of " + Counted.of(points, "point") + " in "
                    + out);
        }
        return ExitCode.of(complete && points > 0);
    }

    /** The deployment with a stream of all points, unchanged, into the record. */
    private static Deployment recorded(Deployment deployment) {
        return new Deployment(
                deployment.source(),
                deployment.connections(),
                deployment.scanClasses(),
                deployment.points().stream()
                        .map(point -> PointConfig.of(point.point(), point.connection(), point.scan()))
                        .toList(),
                deployment.browses(),
                List.of(new StreamConfig(
                        RecordSink.TYPE, List.of("**"), List.of(RecordSink.TYPE), RingConfig.STANDARD, List.of())),
                Map.of(RecordSink.TYPE, PartConfig.sink(RecordSink.TYPE, RecordSink.TYPE, Map.of())));
    }

    /** A point as the model has it. One that was found by browsing has the scan of the first pattern. */
    private static ReplayPoint described(
            DataPoint point, DataType type, Deployment deployment, Map<String, String> scans) {
        String connection = point.connection();
        String scan = scans.getOrDefault(
                point.name(),
                deployment.browsesOf(connection).stream()
                        .map(PointBrowse::scan)
                        .findFirst()
                        .orElse("default"));
        return new ReplayPoint(
                point.name(),
                connection,
                Objects.requireNonNull(deployment.connections().get(connection))
                        .endpoint()
                        .scheme(),
                point.address(),
                type,
                point.unit(),
                point.labels(),
                Objects.requireNonNullElse(
                        deployment.scanClasses().get(scan),
                        new ScanClass(scan, ScanClass.Mode.NOTIFY, Duration.ofMillis(100), Duration.ZERO)));
    }
}
