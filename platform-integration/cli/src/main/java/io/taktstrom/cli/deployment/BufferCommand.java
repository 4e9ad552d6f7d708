package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.shell.AccountText;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.runtime.Buffers;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.LogSurvey;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt buffer}: samples that a stream has left on disk, while no run uses them. */
@Command(
        name = "buffer",
        synopsisSubcommandLabel = "COMMAND",
        description = "Show, drain or drop what the streams of a deployment have left on disk, while it does not run.",
        footer = {"", "Example:", "  takt buffer show plant.yaml"})
public final class BufferCommand extends ShellCommand {

    private static final Duration PERIOD = Duration.ofMillis(50);

    /** A deployment file, and which of its buffers are meant. */
    static final class Selection {

        @Mixin
        private DeploymentFile file = new DeploymentFile();

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "STREAM.SINK",
                description = "The buffer of one sink of one stream; without it, all of the file.")
        private String name = "";

        /** By name; at least one. */
        private Map<String, LogSettings> of(Deployment deployment) {
            Map<String, LogSettings> all = Buffers.of(deployment);
            if (all.isEmpty()) {
                throw new UsageException(
                        file.path() + " has no buffer on disk; a stream has one with ring: {onFull: spill}");
            }
            LogSettings one = all.get(name);
            if (one == null && !name.isEmpty()) {
                throw new UsageException(
                        "unknown buffer '" + name + "' in " + file.path() + "; " + Closest.hint(name, all.keySet()));
            }
            return one == null ? all : Map.of(name, one);
        }
    }

    @Command(
            name = "show",
            description = {
                "Show what is on disk: samples that the sink has not acknowledged, their size and age, and damage.",
                "",
                "Reads all of it, and changes nothing. The exit code is 1 when something is damaged."
            },
            footer = {
                "",
                "Examples:",
                "  takt buffer show plant.yaml",
                "  takt buffer show plant.yaml press.broker --json"
            })
    int show(
            @Mixin Selection selection,
            @Option(names = "--json", description = "Print one JSON object for each.") boolean json)
            throws IOException {
        Listing listing = new Listing("buffer", "samples", "damaged", "bytes", "oldest", "newest", "folder");
        boolean damaged = false;
        for (Map.Entry<String, LogSettings> buffer :
                selection.of(selection.file.load(shell)).entrySet()) {
            LogSurvey survey = LogSurvey.of(buffer.getValue());
            damaged |= survey.damaged() > 0;
            listing.row(
                    buffer.getKey(),
                    survey.samples(),
                    survey.damaged(),
                    survey.bytes(),
                    time(survey.oldestAt()),
                    time(survey.newestAt()),
                    buffer.getValue().folder().toString());
        }
        listing.print(out(), json);
        return ExitCode.of(!damaged);
    }

    private static @Nullable String time(long epochNanos) {
        return epochNanos == SampleBatch.NO_TIME
                ? null
                : Instant.ofEpochSecond(0, epochNanos).toString();
    }

    @Command(
            name = "drain",
            description = {
                "Send what is on disk to its sink, without the devices, and end.",
                "",
                "An unreachable sink is retried until it answers. The exit code is 1 when something is left, or was lost."
            },
            footer = {
                "",
                "Examples:",
                "  takt buffer drain plant.yaml",
                "  takt buffer drain plant.yaml press.broker --seconds 60"
            })
    int drain(@Mixin Selection selection, @Mixin RunLimit runLimit) throws IOException {
        Deployment deployment = selection.file.load(shell);
        Map<String, LogSettings> buffers = selection.of(deployment);
        Deployment sinksOnly = sinksOnly(deployment, buffers.keySet());
        RunningDeployment running =
                RunningDeployment.start(sinksOnly, Screen.forSamples(shell).context(null));
        try (running) {
            runLimit.repeat(shell.stop(), PERIOD, () -> {
                if (running.accounts().values().stream().allMatch(account -> account.buffered() == 0)) {
                    shell.stop().request();
                }
            });
        }
        running.accounts().forEach((name, account) -> out().println(AccountText.line(name, account)));
        for (LogSettings buffer : buffers.values()) {
            SampleLog.removeEmpty(buffer);
        }
        return ExitCode.of(
                running.accounts().values().stream().allMatch(account -> account.published() >= account.received()));
    }

    /** The selected streams and sinks, without devices that would bring new samples. */
    private static Deployment sinksOnly(Deployment of, Set<String> names) {
        List<StreamConfig> streams = of.streams().stream()
                .map(stream -> new StreamConfig(
                        stream.name(),
                        stream.from(),
                        stream.to().stream()
                                .filter(sink -> names.contains(stream.name() + "." + sink))
                                .toList(),
                        stream.ring(),
                        stream.stages()))
                .filter(stream -> !stream.to().isEmpty())
                .toList();
        return new Deployment(of.source(), Map.of(), of.scanClasses(), of.points(), List.of(), streams, of.sinks());
    }

    @Command(
            name = "drop",
            description = "Drop what is on disk, after a question. The samples reach no sink.",
            footer = {
                "",
                "Examples:",
                "  takt buffer drop plant.yaml press.broker",
                "  takt buffer drop plant.yaml --yes"
            })
    int drop(@Mixin Selection selection, @Option(names = "--yes", description = "Do not ask.") boolean yes)
            throws IOException {
        Map<String, LogSettings> buffers = selection.of(selection.file.load(shell));
        requireConsent(yes, "drop");
        int code = ExitCode.GOOD;
        for (Map.Entry<String, LogSettings> buffer : buffers.entrySet()) {
            LogSurvey survey = LogSurvey.of(buffer.getValue());
            long samples = survey.samples() + survey.damaged();
            String what = Counted.of(samples, "sample") + " of " + buffer.getKey();
            if (samples > 0 && !yes && !shell.terminal().agrees("Drop " + what + "?")) {
                shell.note(what + (samples == 1 ? " was" : " were") + " not dropped");
                code = ExitCode.FAILED;
                continue;
            }
            try (SampleLog log = Buffers.open(buffer.getValue(), EpochNanoClock.system())) {
                log.clear();
            }
            out().println("dropped " + what);
        }
        return code;
    }
}
