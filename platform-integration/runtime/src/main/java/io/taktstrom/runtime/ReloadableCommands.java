package io.taktstrom.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.taktstrom.command.CommandOutcome;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.runtime.standby.Fence;
import io.taktstrom.stream.source.ManagedConnection;
import org.jspecify.annotations.Nullable;

/**
 * The gates for commands of a deployment, one after the other: each knows its sources, points, limits and connections, so with
 * others it is closed, and another opened. Opened and followed by one thread at a time, asked by any.
 */
final class ReloadableCommands {

    private static final Duration CLOSE = Duration.ofMillis(1500);

    private final RunContext context;
    private final Consumer<String> notices;
    private final Fence fence;
    private volatile @Nullable RunningCommands open;
    /** Of the gates before; guarded by this. */
    private final Map<CommandOutcome, Long> former = new EnumMap<>(CommandOutcome.class);

    ReloadableCommands(RunContext context, Consumer<String> notices, Fence fence) {
        this.context = context;
        this.notices = notices;
        this.fence = fence;
    }

    /** In the audit stands which commands were done: a gate with another one would do them again. */
    static void requireSameAudit(@Nullable CommandsConfig before, @Nullable CommandsConfig next) throws IOException {
        if (before != null
                && next != null
                && !before.audit().path().equals(next.audit().path())) {
            throw new RestartNeededException(
                    "commands: audit: the file remembers which commands were done, so another one cannot take"
                            + " its place while commands come; leave it as it is, or stop and start");
        }
    }

    /**
     * Opens a gate, if there is to be one.
     *
     * @throws IOException when a source or the audit cannot be opened; there is no gate then
     */
    void open(@Nullable CommandsConfig config, Deployment of, Map<String, ManagedConnection> connections)
            throws IOException {
        if (config != null) {
            open = RunningCommands.start(config, of, connections, context.providers(), context.clock(), notices, fence);
        }
    }

    /** Opens another gate when there is to be another. Where that fails, the former sources take commands again. */
    void follow(Deployment before, Deployment next, Map<String, ManagedConnection> connections) {
        RunningCommands last = open;
        CommandsConfig config = last == null ? null : last.config();
        boolean same =
                before.points().equals(next.points()) && before.connections().equals(next.connections());
        if (Objects.equals(config, next.commands()) && (same || last == null)) {
            return;
        }
        if (last != null) {
            close(last);
        }
        try {
            open(next.commands(), next, connections);
        } catch (IOException e) {
            boolean another = config != null && !config.equals(next.commands());
            String why = e.getMessage() + "; mend that, and reload again";
            if (another && isOpen(config, next, connections)) {
                notices.accept("commands come as before: " + why);
            } else {
                notices.accept("no commands are taken any more: " + why);
            }
        }
    }

    private boolean isOpen(@Nullable CommandsConfig config, Deployment of, Map<String, ManagedConnection> connections) {
        try {
            open(config, of, connections);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void close(RunningCommands last) {
        last.close(CLOSE);
        synchronized (this) {
            open = null;
            for (CommandOutcome outcome : CommandOutcome.values()) {
                former.merge(outcome, last.count(outcome), Long::sum);
            }
        }
    }

    /** The gate that is open; null when there is none. */
    @Nullable
    RunningCommands now() {
        return open;
    }

    /** How many commands ended so, since the start. */
    synchronized double count(CommandOutcome outcome) {
        RunningCommands now = open;
        return former.getOrDefault(outcome, 0L) + (now == null ? 0 : now.count(outcome));
    }
}
