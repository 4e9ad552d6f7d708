package io.taktstrom.runtime.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.runtime.standby.Fence;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.source.ManagedConnection;
import org.jspecify.annotations.Nullable;

/**
 * The one gate for commands, and the sources that lead to it. Nothing gets through but what the file lists as writable, in time,
 * for the first time, and within the limits of its point. Thread-safe.
 */
public final class RunningCommands implements AutoCloseable {

    private static final long LOOK_EVERY_NANOS = 50_000_000;
    /** Refusals that share a wait for the disk. */
    private static final int AT_ONCE = 64;

    private final CommandsConfig config;
    private final EpochNanoClock clock;
    private final Fence fence;
    private final Consumer<String> notices;
    private final CommandRecords records;
    private final Map<String, PointConfig> points = new LinkedHashMap<>();
    private final Map<String, DeviceWriter> writers = new LinkedHashMap<>();
    private final CommandSources sources;
    private final BlockingQueue<Arrived> inbox;
    private final ScheduledTask task;
    private volatile boolean closed;

    private record Arrived(String source, String sender, Command command, Consumer<CommandAnswer> onAnswer) {

        PendingCommand unread() {
            return new PendingCommand("", "", null, source, sender, onAnswer);
        }
    }

    /** What one source sees of the gate. */
    private final class SourceGate implements CommandGate {

        private final String source;

        SourceGate(String source) {
            this.source = source;
        }

        @Override
        public void submit(Command command, Consumer<CommandAnswer> onAnswer) {
            Arrived arrived = new Arrived(source, command.sender(), command, onAnswer);
            if (!take(arrived)) {
                CommandResult busy = CommandResult.busy(closed ? "Taktstrom ends" : "too many commands wait");
                records.refusals().add(source, Refusals.Kind.TOO_MANY_WAIT, command.sender(), busy.message());
                records.answer(arrived.unread(), busy);
            }
        }

        @Override
        public void turnAway(String sender, String why) {
            records.turnAway(source, sender, why);
        }
    }

    private RunningCommands(
            CommandsConfig config,
            Deployment deployment,
            Map<String, ManagedConnection> connections,
            EpochNanoClock clock,
            Consumer<String> notices,
            Fence fence)
            throws IOException {
        this.config = config;
        this.fence = fence;
        this.clock = clock;
        this.notices = notices;
        sources = new CommandSources(notices);
        inbox = new ArrayBlockingQueue<>(config.maxWaiting());
        records = new CommandRecords(
                deployment.resolve(config.audit().path()), config.audit(), clock, config.maxIds(), notices);
        deployment.points().forEach(point -> points.put(point.name(), point));
        Map<String, List<PointConfig>> writables = deployment.points().stream()
                .filter(point -> point.point().writable())
                .collect(Collectors.groupingBy(PointConfig::connection));
        connections.forEach((name, managed) -> {
            List<PointConfig> writable = writables.get(name);
            if (writable != null) {
                writers.put(
                        name, new DeviceWriter(managed, writable, config.maxWaiting(), records, clock, notices, fence));
            }
        });
        task = ScheduledTask.pooled("takt-runtime-commands", this::doWork, this::turnAwayWhatIsLeft, this::report);
    }

    /**
     * Begins to take commands.
     *
     * @param connections by name; stay the caller's
     * @param providers the sources that the configuration can name
     * @param notices hears what an operator should know
     * @param fence asked before each write
     * @throws IOException when the audit or a source cannot be opened; nothing runs then
     */
    public static RunningCommands start(
            CommandsConfig config,
            Deployment deployment,
            Map<String, ManagedConnection> connections,
            Providers providers,
            EpochNanoClock clock,
            Consumer<String> notices,
            Fence fence)
            throws IOException {
        RunningCommands running = new RunningCommands(config, deployment, connections, clock, notices, fence);
        running.writers.values().forEach(DeviceWriter::begin);
        running.task.begin();
        try {
            for (PartConfig source : config.from().values()) {
                running.sources.open(
                        source,
                        providers,
                        new CommandContext(
                                source.name(), deployment::resolve, clock, running.entrance(source.name()), notices));
            }
            return running;
        } catch (IOException | RuntimeException | Error e) {
            running.close();
            Fatal.rethrow(e);
            throw e;
        }
    }

    /**
     * Finds out what would keep commands from coming. Takes none, and leaves nothing behind.
     *
     * @return what is wrong; nothing when all is well, or the deployment lets no command in
     */
    public static List<String> check(
            Deployment deployment, Providers providers, EpochNanoClock clock, Consumer<String> notices) {
        List<String> wrong = new ArrayList<>();
        CommandsConfig config = deployment.commands();
        if (config == null) {
            return wrong;
        }
        try {
            AuditFile.check(deployment.resolve(config.audit().path()));
        } catch (IOException e) {
            wrong.add("commands: " + e.getMessage());
        }
        wrong.addAll(CommandSources.check(deployment, config, providers, clock, notices));
        return wrong;
    }

    private boolean take(Arrived arrived) {
        boolean taken = !closed && inbox.offer(arrived);
        if (taken && closed && inbox.remove(arrived)) {
            // The thread that answers what is left at the end may have ended.
            taken = false;
        }
        task.wake();
        return taken;
    }

    private void report(Throwable failure) {
        notices.accept("commands: " + Notices.inWords(failure) + "; going on");
    }

    /** Checks what has arrived; refusals share a wait for the disk. */
    private long doWork() {
        records.writeRefusals(false);
        List<Arrived> batch = new ArrayList<>();
        inbox.drainTo(batch, AT_ONCE);
        List<Map.Entry<PendingCommand, CommandResult>> refused = new ArrayList<>();
        for (Arrived arrived : batch) {
            try {
                check(arrived, refused);
            } catch (RuntimeException | Error e) {
                Fatal.rethrow(e);
                refused.add(Map.entry(
                        arrived.unread(), CommandResult.failed(StatusCode.BAD_INTERNAL_ERROR, Notices.inWords(e))));
            }
        }
        if (!refused.isEmpty()) {
            records.finishAll(refused, false);
        }
        return batch.isEmpty() ? LOOK_EVERY_NANOS : 0;
    }

    private void check(Arrived arrived, List<Map.Entry<PendingCommand, CommandResult>> refused) {
        try {
            CommandRequest request = CommandParser.parse(arrived.command().text());
            PendingCommand command = new PendingCommand(
                    request.id(), request.point(), request, arrived.source(), arrived.sender(), arrived.onAnswer());
            CommandResult result = check(command, request);
            if (result != null) {
                refused.add(Map.entry(command, result));
            }
        } catch (CommandParser.InvalidCommandException e) {
            refused.add(Map.entry(
                    new PendingCommand(e.id(), e.point(), null, arrived.source(), arrived.sender(), arrived.onAnswer()),
                    CommandResult.refused(StatusCode.BAD_INVALID_ARGUMENT, String.valueOf(e.getMessage()))));
        }
    }

    /** Null when it was handed over to its device. */
    private @Nullable CommandResult check(PendingCommand command, CommandRequest request) {
        String first = records.ids().outcome(request.id());
        if (first != null) {
            return CommandResult.repeated(first);
        }
        PointConfig point = points.get(request.point());
        if (point == null) {
            return CommandResult.refused(StatusCode.BAD_NODE_ID_UNKNOWN, "the file lists no point " + request.point());
        }
        if (!point.point().writable()) {
            return CommandResult.refused(
                    StatusCode.BAD_NOT_WRITABLE, request.point() + " is not listed as writable; nothing was sent");
        }
        if (records.ids().isPast(request.expires())) {
            return CommandResult.expired("before it came, or the clocks here and at its sender differ");
        }
        Duration ahead = Duration.ofNanos(request.expires() - clock.epochNanos());
        if (ahead.compareTo(config.maxAge()) > 0) {
            return CommandResult.refused(
                    StatusCode.BAD_OUT_OF_RANGE,
                    "it expires in " + ahead.toMillis() + " ms, and at most maxAge, "
                            + config.maxAge().toMillis() + " ms, is allowed");
        }
        if (request.expires() - config.maxAge().toNanos() <= fence.lastOfOthers()) {
            return CommandResult.unknown(
                    StatusCode.BAD_INVALID_STATE,
                    "another instance was active when this command may have come for the first time");
        }
        if (!records.ids().claim(request.id(), request.expires())) {
            return CommandResult.busy("more commands than maxIds have not expired yet");
        }
        DeviceWriter writer = writers.get(point.connection());
        if (writer == null || !writer.offer(command)) {
            records.ids().release(request.id());
            return CommandResult.busy("too many commands wait for " + point.connection());
        }
        return null;
    }

    private void turnAwayWhatIsLeft() {
        for (Arrived left = inbox.poll(); left != null; left = inbox.poll()) {
            records.finish(left.unread(), CommandResult.busy("Taktstrom ends, nothing was sent"), false);
        }
    }

    /** What it was started with. */
    public CommandsConfig config() {
        return config;
    }

    /**
     * A way in for a source that no file opens.
     *
     * @param source its name in the audit
     */
    public CommandGate entrance(String source) {
        return new SourceGate(source);
    }

    /**
     * Writes into the audit what a user does besides commands, such as a login. Waits for the disk.
     *
     * @param isRefused whether it was not done; beyond a hundred a minute, such lines are counted instead
     * @param message for people; empty for none
     * @return false when the audit does not have it
     */
    public boolean note(String source, String sender, String event, boolean isRefused, String message) {
        return records.note(source, sender, event, isRefused, message);
    }

    /** How many commands have ended in this way so far. */
    public long count(CommandOutcome outcome) {
        return records.count(outcome);
    }

    /** How each source does, by its name. */
    public Map<String, SinkHealth> sources() {
        return sources.health();
    }

    /**
     * Answers what waits, writes what is being written to its end as far as there is time, and ends the sources. Idempotent.
     *
     * @param limit how long that may take
     */
    public void close(Duration limit) {
        if (closed) {
            return;
        }
        closed = true;
        long begin = System.nanoTime();
        task.end();
        // First who hands over, then those to whom it does.
        boolean ended = task.awaitEnd(limit);
        writers.values().forEach(DeviceWriter::close);
        for (DeviceWriter writer : writers.values()) {
            ended &= writer.awaitEnd(limit.minusNanos(System.nanoTime() - begin));
        }
        sources.close();
        if (ended) {
            records.close();
        } else {
            notices.accept("commands: a device does not answer; its last command is unknown until it does");
            ScheduledTask.pooled("takt-runtime-commands-end", this::closeRecordsAtTheEnd, () -> {}, this::report)
                    .begin();
        }
    }

    /** What comes of the last commands still gets into the audit, and no other process may write there until then. */
    private long closeRecordsAtTheEnd() {
        boolean ended = task.awaitEnd(Duration.ZERO)
                && writers.values().stream().allMatch(writer -> writer.awaitEnd(Duration.ZERO));
        if (!ended) {
            return LOOK_EVERY_NANOS;
        }
        records.close();
        return ScheduledTask.OVER;
    }

    @Override
    public void close() {
        close(Duration.ofMillis(1500));
    }
}
