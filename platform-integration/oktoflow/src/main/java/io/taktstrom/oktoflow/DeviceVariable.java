package io.taktstrom.oktoflow;

import java.io.IOException;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Glob;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/** One variable under the name that a model has for it, and what it was when it was last seen. Thread-safe. */
final class DeviceVariable {

    /**
     * A value as a translator gets it.
     *
     * @param value null when the status is Bad
     * @param at by {@link System#nanoTime}
     */
    record Seen(@Nullable Object value, int status, long at) {}

    /** A group of this variable alone, which lives as long as its session. */
    private record Held(Connection session, PointGroup group) {}

    private final String name;
    private final PathRule rule;
    private DataPoint point;
    private @Nullable Held forReading;
    private @Nullable Held forWriting;
    private volatile @Nullable Seen seen;
    private volatile boolean sampled;

    DeviceVariable(String name, String address, PathRule rule) {
        this.name = name;
        this.rule = rule;
        point = DataPoint.of(name, address);
    }

    /** As a sampled point; a name without namespaces is looked for first. */
    synchronized DataPoint point(Connection session) throws ConnectorException {
        if (!rule.isComplete(point.address())) {
            try {
                BrowseNode found = find(session, point.address());
                if (found == null) {
                    found = find(session, PathRule.repeated(point.address()));
                }
                if (found != null) {
                    point = DataPoint.of(name, found.address());
                }
            } catch (InvalidRequestException e) {
                // What cannot be looked for is taken as it is.
                return point;
            }
        }
        return point;
    }

    private static @Nullable BrowseNode find(Connection session, String path) throws ConnectorException {
        try (BrowseCursor found = session.browse(new BrowseFilter(Glob.of(path), false))) {
            List<BrowseNode> first = found.next(1);
            return first.isEmpty() ? null : first.get(0);
        }
    }

    synchronized String address() {
        return point.address();
    }

    @Nullable
    Seen seen() {
        return seen;
    }

    /** Whether samples come by themselves. */
    boolean isSampled() {
        return sampled;
    }

    void setSampled(boolean now) {
        sampled = now;
        seen = null;
    }

    /** Unless samples come by themselves, the next value is read. */
    void forget() {
        if (!sampled) {
            seen = null;
        }
    }

    /** Keeps sample {@code i} of a batch. */
    Seen take(SampleBatch batch, int i) {
        Object value = null;
        int status = batch.statusAt(i);
        if (!StatusCode.isBad(status)) {
            try {
                value = PlatformValue.ofDevice(batch.group().typeAt(batch.pointAt(i)), Values.get(batch, i));
            } catch (IOException | IllegalArgumentException e) {
                status = StatusCode.BAD_TYPE_MISMATCH;
            }
        }
        Seen now = new Seen(value, status, System.nanoTime());
        seen = now;
        return now;
    }

    /** Asks the device. */
    Seen read(Connection session) throws ConnectorException {
        PointGroup group = group(session, false);
        SampleBatch batch = group.newBatch();
        session.read(group, batch);
        Seen newer = seen;
        // A sample that came meanwhile is newer, or as new.
        return sampled && newer != null ? newer : take(batch, 0);
    }

    /** Sends a value; what is known of the old one is forgotten. */
    void write(Connection session, @Nullable Object value) throws IOException {
        PointGroup group = group(session, true);
        int[] status = {group.statusAt(0)};
        if (!StatusCode.isBad(status[0])) {
            SampleBatch batch = group.newBatch();
            try {
                Values.put(batch, 0, PlatformValue.toDevice(group.typeAt(0), value));
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new IOException("write " + described() + ": " + e.getMessage(), e);
            }
            session.write(group, batch, status);
        }
        forget();
        if (!StatusCode.isGood(status[0])) {
            throw new IOException("write " + described() + ": " + StatusCode.name(status[0]) + remedy(status[0]));
        }
    }

    private synchronized PointGroup group(Connection session, boolean writable) throws ConnectorException {
        Held held = writable ? forWriting : forReading;
        if (held == null || held.session() != session) {
            DataPoint wanted = point(session);
            PointGroup group = session.resolve(List.of(writable ? wanted.withWritable() : wanted));
            held = StatusCode.isBad(group.statusAt(0)) ? null : new Held(session, group);
            if (writable) {
                forWriting = held;
            } else {
                forReading = held;
            }
            return group;
        }
        return held.group();
    }

    /** The name, and the address where that is another. */
    String described() {
        String address = address();
        return address.equals(name) ? name : name + " (" + address + ")";
    }

    /** @throws IOException when there is none; the message says why and what to do */
    Object value(Seen now, String device) throws IOException {
        Object value = now.value();
        if (value == null) {
            throw new IOException("read " + described() + " at " + device + ": " + StatusCode.name(now.status())
                    + remedy(now.status()));
        }
        return value;
    }

    private static String remedy(int status) {
        return switch (status & 0xFFFF_0000) {
            case StatusCode.BAD_NODE_ID_UNKNOWN, StatusCode.BAD_NODE_ID_INVALID, StatusCode.BAD_INDEX_RANGE_INVALID ->
                "; the device has no such variable: check the name and the path of the interface, or browse with takt browse";
            case StatusCode.BAD_TYPE_MISMATCH -> "; the device has another type: compare the model with takt browse";
            case StatusCode.BAD_NOT_WRITABLE, StatusCode.BAD_USER_ACCESS_DENIED ->
                "; the device does not let us: check its access rights";
            case StatusCode.BAD_NOT_CONNECTED, StatusCode.BAD_NO_COMMUNICATION, StatusCode.BAD_CONNECTION_CLOSED ->
                "; it is away, and is connected again as soon as it answers";
            default -> "";
        };
    }
}
