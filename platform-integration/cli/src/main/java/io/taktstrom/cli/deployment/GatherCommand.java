package io.taktstrom.cli.deployment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.GatherConfig;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.runtime.RunningGather;
import io.taktstrom.stream.gather.GatherWatch;
import io.taktstrom.stream.gather.Gathered;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code takt gather}. */
@Command(
        name = "gather",
        description = {
            "Read, write or watch the points of a gather of a deployment file as one, whatever devices they are on.",
            "",
            "All devices are asked at the same moment. The exit code is 1 when a value is Bad, or a write is refused."
        },
        footer = {
            "",
            "Examples:",
            "  takt gather plant.yaml line",
            "  takt gather plant.yaml line --watch 100ms --json",
            "  takt gather plant.yaml line --write press1.force=21.5 --write oven.heat=180"
        })
public final class GatherCommand extends ShellCommand {

    private static final Duration GLANCE = Duration.ofMillis(20);
    private static final Duration CONNECTING = Duration.ofSeconds(10);

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Parameters(index = "1", paramLabel = "NAME", description = "Its name under gathers.")
    private String name = "";

    @Option(
            names = "--watch",
            paramLabel = "TIME",
            converter = CycleConverter.class,
            description = "Read again and again, so far apart, for example 100ms.")
    private @Nullable Duration cycle;

    @Option(
            names = "--write",
            paramLabel = "POINT=VALUE",
            description = "Write this; several are written together, or none of them when a device is away.")
    private List<String> writes = List.of();

    @Option(names = "--yes", description = "Write without being asked.")
    private boolean yes;

    @Option(names = "--force", description = "Write past the limits of the points, which the file has for commands.")
    private boolean force;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Mixin
    private RunLimit runLimit = new RunLimit();

    public GatherCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() {
        Deployment deployment = file.loadQuietly(shell);
        GatherConfig config = deployment.gathers().get(name);
        if (config == null) {
            throw wrong("the file has no gather '" + name + "'; "
                    + Closest.hint(name, deployment.gathers().keySet()));
        }
        if (!writes.isEmpty() && !yes) {
            throw wrong("--write writes to " + Counted.of(writes.size(), "point") + "; use --yes");
        }
        try (RunningGather running =
                RunningGather.start(deployment, config, Screen.silent(shell).context(null))) {
            shell.stop().heed();
            long begin = System.nanoTime();
            while (!running.isConnected()
                    && System.nanoTime() - begin < CONNECTING.toNanos()
                    && !shell.stop().await(GLANCE)) {
                // A device that is away then is Bad.
            }
            if (cycle != null) {
                return watch(running, cycle);
            }
            Gathered present = running.gather().read();
            boolean good = show(running, present);
            return writes.isEmpty() ? code(good) : write(running, present.batch());
        }
    }

    private static int code(boolean good) {
        return good ? ExitCode.GOOD : ExitCode.FAILED;
    }

    private int watch(RunningGather running, Duration every) {
        AtomicBoolean good = new AtomicBoolean(true);
        GatherWatch watch = running.gather().watch(every, gathered -> good.set(show(running, gathered)));
        try (watch) {
            runLimit.repeat(shell.stop(), Duration.ofMillis(200), () -> {
                if (out().checkError()) {
                    shell.stop().ask();
                }
            });
        }
        return code(good.get());
    }

    private boolean show(RunningGather running, Gathered gathered) {
        running.published(gathered.batch(), this::print);
        for (int part = 0; part < gathered.parts().size(); part++) {
            if (StatusCode.isBad(gathered.statusOf(part))) {
                shell.note(gathered.parts().get(part).connection().name() + ": "
                        + StatusCode.name(gathered.statusOf(part)));
            }
        }
        if (!json) {
            out().println("skew " + millis(gathered.skew()) + " ms, all asked and answered within "
                    + millis(gathered.span()) + " ms");
        }
        return gathered.isComplete();
    }

    private static String millis(Duration duration) {
        return String.valueOf(Math.round(duration.toNanos() / 1e4) / 100.0);
    }

    private void print(SampleBatch batch) {
        if (json) {
            out().printJson(batch);
            return;
        }
        Table table = new Table("POINT", "STATUS", "VALUE");
        for (int i = 0; i < batch.size(); i++) {
            table.row(
                    batch.group().points().get(batch.pointAt(i)).name(),
                    StatusCode.name(batch.statusAt(i)),
                    Printable.value(batch, i));
        }
        table.print(out());
    }

    private int write(RunningGather running, SampleBatch present) {
        SampleBatch values = running.gather().group().newBatch();
        List<String> names = new ArrayList<>();
        for (String assignment : writes) {
            int equals = assignment.indexOf('=');
            if (equals < 1) {
                throw wrong("'" + assignment + "' is not POINT=VALUE; nothing was written");
            }
            String name = assignment.substring(0, equals);
            names.add(name);
            String text = assignment.substring(equals + 1);
            try {
                if (force) {
                    running.put(values, name, text);
                } else {
                    running.putWithinLimits(values, name, text, present);
                }
            } catch (IllegalArgumentException | IllegalStateException e) {
                throw wrong(assignment + ": " + e.getMessage() + "; nothing was written"
                        + (force ? "" : ". With --force the limits do not hold"));
            }
        }
        int[] statuses = new int[values.size()];
        if (!running.gather().write(values, statuses)) {
            shell.note("nothing was written");
        }
        Table table = new Table("WRITTEN", "STATUS");
        boolean good = true;
        for (int i = 0; i < statuses.length; i++) {
            table.row(names.get(i), StatusCode.name(statuses[i]));
            good &= !StatusCode.isBad(statuses[i]);
        }
        table.print(out());
        return code(good);
    }

    /** A duration as deployment files have it. */
    static final class CycleConverter implements ITypeConverter<Duration> {

        @Override
        public Duration convert(String text) {
            try {
                Duration cycle = Durations.parse(text);
                if (!cycle.isZero()) {
                    return cycle;
                }
            } catch (IllegalArgumentException e) {
                // The message below is better.
            }
            throw new TypeConversionException("'" + text + "' is not a valid interval; write for example 100ms");
        }
    }
}
