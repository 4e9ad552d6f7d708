package io.taktstrom.cli.deployment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.taktstrom.cli.live.Screen;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.GatherConfig;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.runtime.RunningGather;
import io.taktstrom.stream.gather.GatherWatch;
import io.taktstrom.stream.gather.Gathered;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt gather}. */
@Command(
        name = "gather",
        description = {
            "Read, write or watch the points of a gather of a deployment file as one, whatever devices they are on.",
            "",
            "All devices are asked at the same moment. The exit code is 1 when a value is Bad, or a write is rejected."
        },
        footer = {
            "",
            "Examples:",
            "  takt gather plant.yaml line",
            "  takt gather plant.yaml line --watch 100ms --json",
            "  takt gather plant.yaml line --write press1.force=21.5 --write oven.heat=180"
        })
public final class GatherCommand extends ShellCommand implements Callable<Integer> {

    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final Duration CONNECT_PERIOD = Duration.ofMillis(20);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Parameters(index = "1", paramLabel = "NAME", description = "Its name under gathers.")
    private String name = "";

    @Option(
            names = "--watch",
            paramLabel = "TIME",
            description = "Read repeatedly at this interval, for example 100ms.")
    private @Nullable Duration cycle;

    @Option(
            names = "--write",
            paramLabel = "POINT=VALUE",
            description = "Write this; several are written together, or none of them when a device is unreachable.")
    private List<String> writes = List.of();

    @Option(names = "--yes", description = "Write without being asked.")
    private boolean yes;

    @Option(names = "--force", description = "Ignore the limits that the file sets for writing its points.")
    private boolean force;

    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean json;

    @Mixin
    private RunLimit runLimit = new RunLimit();

    @Override
    public Integer call() {
        Deployment deployment = file.load(shell);
        GatherConfig config = deployment.gathers().get(name);
        if (config == null) {
            throw new UsageException("the file has no gather '" + name + "'; "
                    + Closest.hint(name, deployment.gathers().keySet()));
        }
        if (cycle != null && cycle.isZero()) {
            throw new UsageException("--watch must be more than 0; write for example 100ms");
        }
        if (!writes.isEmpty() && !yes) {
            throw new UsageException("--write writes to " + Counted.of(writes.size(), "point") + "; use --yes");
        }
        try (RunningGather running =
                RunningGather.start(deployment, config, Screen.silent(shell).context(null))) {
            shell.stop().handle();
            long begin = System.nanoTime();
            while (!running.isConnected()
                    && System.nanoTime() - begin < CONNECT_TIMEOUT.toNanos()
                    && !shell.stop().await(CONNECT_PERIOD)) {
                // A device that is unreachable then is Bad.
            }
            if (cycle != null) {
                return watch(running, cycle);
            }
            Gathered present = running.gather().read();
            boolean good = show(running, present);
            return writes.isEmpty() ? ExitCode.of(good) : write(running, present.batch());
        }
    }

    private int watch(RunningGather running, Duration every) {
        AtomicBoolean good = new AtomicBoolean(true);
        GatherWatch watch = running.gather().watch(every, gathered -> good.set(show(running, gathered)));
        try (watch) {
            runLimit.repeat(shell.stop(), PERIOD, () -> {
                if (out().checkError()) {
                    shell.stop().request();
                }
            });
        }
        return ExitCode.of(good.get());
    }

    private boolean show(RunningGather running, Gathered gathered) {
        running.published(gathered.batch(), batch -> out().printSamples(batch, json));
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

    private int write(RunningGather running, SampleBatch present) {
        SampleBatch values = running.gather().group().newBatch();
        List<String> names = new ArrayList<>();
        for (String assignment : writes) {
            String[] parts = assignment.split("=", 2);
            if (parts.length < 2 || parts[0].isEmpty()) {
                throw new UsageException("'" + assignment + "' is not POINT=VALUE; nothing was written");
            }
            names.add(parts[0]);
            try {
                if (force) {
                    running.put(values, parts[0], parts[1]);
                } else {
                    running.putWithinLimits(values, parts[0], parts[1], present);
                }
            } catch (IllegalArgumentException | IllegalStateException e) {
                throw new UsageException(assignment + ": " + e.getMessage() + "; nothing was written"
                        + (force ? "" : ". --force ignores the limits"));
            }
        }
        int[] statuses = new int[values.size()];
        if (!running.gather().write(values, statuses)) {
            shell.note("nothing was written");
        }
        Listing table = new Listing("written", "status");
        for (int i = 0; i < statuses.length; i++) {
            table.row(names.get(i), StatusCode.name(statuses[i]));
        }
        table.print(out());
        return ExitCode.of(IntStream.of(statuses).noneMatch(StatusCode::isBad));
    }
}
