package io.taktstrom.runtime.command;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

import io.taktstrom.command.CommandOutcome;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.Sample;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.model.DataType;
import io.taktstrom.runtime.standby.Fence;
import io.taktstrom.runtime.value.PublishedValue;
import io.taktstrom.runtime.value.ValueInput;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.source.ManagedConnection;
import org.jspecify.annotations.Nullable;

/**
 * Writes the commands of one device, one after the other, apart from those of other devices: a slow
 * one does not delay them.
 *
 * <pre>
 *   look up, check --> read before --> expected? --> still in time, and active? --> audit --> active? --> write --> read after --> audit, answer
 *   '------------------- nothing sent: the identifier is free again ---------'   '---- sent: never again -----------'
 * </pre>
 *
 * <p>All of it in one session: what was checked by the type that a variable had is not written once it may have another.
 */
final class DeviceWriter implements AutoCloseable {

    private final ManagedConnection managed;
    private final CommandRecords records;
    private final Fence fence;
    private final BlockingQueue<PendingCommand> waiting;
    private final Map<String, PointConfig> points = new HashMap<>();
    private final Map<String, PointLimits> limits = new HashMap<>();
    private final ScheduledTask task;
    private volatile boolean closed;

    // Of the thread that writes.
    private final Map<String, PointGroup> groups = new HashMap<>();
    private @Nullable Connection session;
    private boolean sent;

    DeviceWriter(
            ManagedConnection managed,
            Iterable<PointConfig> writable,
            int maxWaiting,
            CommandRecords records,
            EpochNanoClock clock,
            Consumer<String> notices,
            Fence fence) {
        this.managed = managed;
        this.fence = fence;
        this.records = records;
        waiting = new ArrayBlockingQueue<>(maxWaiting);
        for (PointConfig point : writable) {
            points.put(point.name(), point);
            limits.put(point.name(), new PointLimits(point, clock));
        }
        task = ScheduledTask.pooled(
                "takt-runtime-write-" + managed.name(),
                this::doWork,
                this::turnAway,
                e -> notices.accept("commands for " + managed.name() + ": " + Notices.inWords(e) + "; going on"));
    }

    void begin() {
        task.begin();
    }

    /** False when too many wait. */
    boolean offer(PendingCommand command) {
        boolean taken = !closed && waiting.offer(command);
        if (taken) {
            task.wake();
        }
        return taken;
    }

    /** Writes the next command. */
    private long doWork() {
        PendingCommand next = closed ? null : waiting.poll();
        if (next != null) {
            serve(next);
        }
        return waiting.isEmpty() ? ScheduledTask.UNTIL_WOKEN : 0;
    }

    private void serve(PendingCommand command) {
        sent = false;
        CommandResult result;
        try {
            result = write(command);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            result = sent
                    ? CommandResult.unknown(StatusCode.BAD_INTERNAL_ERROR, Notices.inWords(e))
                    : CommandResult.failed(StatusCode.BAD_INTERNAL_ERROR, Notices.inWords(e) + "; nothing was sent");
        }
        if (sent) {
            records.ids().settle(command.id(), result.outcome().text());
        } else {
            records.ids().release(command.id());
        }
        records.finish(command, result, sent);
    }

    private CommandResult write(PendingCommand command) {
        CommandRequest request = request(command);
        if (records.ids().isPast(request.expires())) {
            return CommandResult.expired("while it waited for its device");
        }
        PointConfig point = points.get(request.point());
        PointLimits limit = limits.get(request.point());
        if (point == null || limit == null) {
            throw new IllegalStateException("no writable point " + request.point());
        }
        Connection now;
        PointGroup group;
        Sample before;
        try {
            now = managed.current();
            group = group(now, point);
            if (StatusCode.isBad(group.statusAt(0))) {
                return CommandResult.failed(group.statusAt(0), where(point) + " cannot be used; nothing was sent");
            }
            before = read(now, group);
        } catch (ConnectorException e) {
            return CommandResult.failed(e.status(), e.getMessage() + "; nothing was sent");
        }
        DataType type = group.typeAt(0);
        Object published = before.value() == null ? null : PublishedValue.ofDevice(point, type, before.value());
        SampleBatch wanted = group.newBatch();
        try {
            Values.put(wanted, 0, limit.admit(type, request.value()));
            limit.admitNow(type, request.value(), published);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return CommandResult.refused(StatusCode.BAD_OUT_OF_RANGE, request.point() + ": " + e.getMessage())
                    .withBefore(published);
        }
        String unexpected = unexpected(request, limit, type, before.value());
        if (!unexpected.isEmpty()) {
            return CommandResult.refused(StatusCode.BAD_INVALID_STATE, request.point() + ": " + unexpected)
                    .withBefore(published);
        }
        if (records.ids().isPast(request.expires())) {
            return CommandResult.expired("before it could be sent").withBefore(published);
        }
        String refusal = fence.refusal();
        if (!refusal.isEmpty()) {
            return CommandResult.refused(StatusCode.BAD_INVALID_STATE, refusal + "; nothing was sent")
                    .withBefore(published);
        }
        try {
            records.sending(command, published, fence.term());
        } catch (IOException e) {
            return CommandResult.failed(StatusCode.BAD_RESOURCE_UNAVAILABLE, e.getMessage() + "; nothing was sent")
                    .withBefore(published);
        }
        sent = true;
        refusal = fence.refusal();
        if (!refusal.isEmpty()) {
            // The disk, or the system, has held us up.
            return CommandResult.failed(StatusCode.BAD_INVALID_STATE, refusal + " any more; nothing was sent")
                    .withBefore(published);
        }
        limit.note();
        return send(now, group, wanted, point).withBefore(published);
    }

    private static CommandRequest request(PendingCommand command) {
        CommandRequest request = command.request();
        if (request == null) {
            throw new IllegalStateException("a command that was not read was not refused");
        }
        return request;
    }

    private String where(PointConfig point) {
        return point.point().address() + " at " + managed.name();
    }

    /** The point in this session; looked up again when it could not be used before. */
    private PointGroup group(Connection now, PointConfig point) throws ConnectorException {
        if (now != session) {
            // They have died with their session.
            groups.clear();
            session = now;
        }
        PointGroup group = groups.get(point.name());
        if (group != null && StatusCode.isBad(group.statusAt(0))) {
            group.close();
            group = null;
        }
        if (group == null) {
            group = now.resolve(List.of(point.point()));
            groups.put(point.name(), group);
        }
        return group;
    }

    private static Sample read(Connection now, PointGroup group) throws ConnectorException {
        SampleBatch batch = group.newBatch();
        now.read(group, batch);
        return Sample.of(batch, 0);
    }

    private static String unexpected(
            CommandRequest request, PointLimits limit, DataType type, @Nullable Object before) {
        if (request.expected() == null) {
            return "";
        }
        try {
            Object device = limit.toDevice(type, ValueInput.ofJson(type, request.expected()));
            return PointLimits.asStored(type, device).equals(before)
                    ? ""
                    : "it does not have the expected value " + request.expected() + "; nothing was sent";
        } catch (IllegalArgumentException | IllegalStateException e) {
            return "the expected value is none: " + e.getMessage();
        }
    }

    private CommandResult send(Connection now, PointGroup group, SampleBatch wanted, PointConfig point) {
        int[] status = new int[1];
        try {
            now.write(group, wanted, status);
        } catch (DeviceErrorException | InvalidRequestException e) {
            return CommandResult.failed(e.status(), String.valueOf(e.getMessage()));
        } catch (ConnectorException e) {
            return CommandResult.unknown(e.status(), String.valueOf(e.getMessage()));
        }
        if (StatusCode.isBad(status[0])) {
            return isOfTheWay(status[0])
                    ? CommandResult.unknown(status[0], "write " + where(point) + ": " + StatusCode.name(status[0]))
                    : CommandResult.failed(
                            status[0], where(point) + " refuses the value: " + StatusCode.name(status[0]));
        }
        return readBack(now, group, wanted, point, status[0]);
    }

    /** The answer got lost, not the value. */
    private static boolean isOfTheWay(int status) {
        return switch (status & 0xFFFF_0000) {
            case StatusCode.BAD_TIMEOUT,
                    StatusCode.BAD_COMMUNICATION_ERROR,
                    StatusCode.BAD_NO_COMMUNICATION,
                    StatusCode.BAD_NOT_CONNECTED,
                    StatusCode.BAD_CONNECTION_CLOSED -> true;
            default -> false;
        };
    }

    private CommandResult readBack(
            Connection now, PointGroup group, SampleBatch wanted, PointConfig point, int status) {
        Sample after;
        try {
            after = read(now, group);
        } catch (ConnectorException e) {
            return new CommandResult(
                    CommandOutcome.UNREAD,
                    status,
                    null,
                    null,
                    where(point) + " took the value, and could not be read afterwards: " + e.getMessage());
        }
        Object value = after.value();
        if (value == null) {
            return new CommandResult(
                    CommandOutcome.UNREAD,
                    status,
                    null,
                    null,
                    where(point) + " took the value, and reads as " + StatusCode.name(after.status()));
        }
        Object published = PublishedValue.ofDevice(point, group.typeAt(0), value);
        return Values.get(wanted, 0).equals(value)
                ? new CommandResult(CommandOutcome.DONE, status, null, published, "")
                : new CommandResult(
                        CommandOutcome.DIFFERS,
                        status,
                        null,
                        published,
                        where(point) + " took the value, and has another one now: does its program write it, too?");
    }

    /** What still waits at the end. */
    private void turnAway() {
        for (PendingCommand left = waiting.poll(); left != null; left = waiting.poll()) {
            records.ids().release(left.id());
            records.finish(left, CommandResult.busy("Taktstrom ends, nothing was sent"), false);
        }
    }

    /** Takes nothing any more; what is being written is written to its end, within the limits of its device. */
    @Override
    public void close() {
        closed = true;
        task.end();
    }

    /** Waits until nothing is being written any more; whether that is so. */
    boolean awaitEnd(Duration limit) {
        return task.awaitEnd(limit);
    }
}
