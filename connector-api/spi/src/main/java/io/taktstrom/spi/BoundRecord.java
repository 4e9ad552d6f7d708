package io.taktstrom.spi;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;

/**
 * A record bound to the points of a device: read, written and subscribed as a whole.
 *
 * <pre>{@code
 * record Spindle(@Address("MAIN.spindle.speed") double speed,
 *                @Address(value = "MAIN.spindle.target", writable = true) double target) {}
 *
 * BoundRecord<Spindle> spindle = connection.bind(Spindle.class);
 * Spindle now = spindle.read();
 * spindle.write(new Spindle(now.speed(), 1200));
 * }</pre>
 *
 * <p>Bound to a {@code ManagedConnection} it goes on after every outage; bound to a {@link Connection} it ends with it.
 *
 * <p>A component may be a primitive or its wrapper, {@code String}, {@code BigInteger}, a {@code java.time} value, an
 * enum (by constant name), a {@code List}, or a record of its own for a structure. It stands on the columnar path but
 * allocates its objects. Thread-safe.
 *
 * @param <T> the record
 */
public final class BoundRecord<T extends Record> implements AutoCloseable {

    private final Connection connection;
    private final RecordShape<T> shape;
    private final PointGroup group;

    private BoundRecord(Connection connection, RecordShape<T> shape, PointGroup group) {
        this.connection = connection;
        this.shape = shape;
        this.group = group;
    }

    static <T extends Record> BoundRecord<T> bind(Connection connection, Class<T> type) throws ConnectorException {
        RecordShape<T> shape = RecordShape.of(type);
        List<DataPoint> points = shape.points();
        PointGroup group = connection.resolve(points);
        for (int point = 0; point < points.size(); point++) {
            int status = group.statusAt(point);
            // Not known yet: the device is away, and a connection that comes back looks the address up then.
            if (StatusCode.isBad(status) && status != StatusCode.BAD_NOT_CONNECTED) {
                group.close();
                throw new InvalidRequestException("bind " + type.getSimpleName() + "."
                        + points.get(point).name() + " to " + points.get(point).address() + ": "
                        + StatusCode.name(status) + "; check the address, or browse");
            }
        }
        return new BoundRecord<>(connection, shape, group);
    }

    /**
     * Reads all components in one request.
     *
     * @throws DeviceErrorException when one of them has no good value
     */
    public T read() throws ConnectorException {
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        Object[] values = new Object[group.size()];
        for (int i = 0; i < batch.size(); i++) {
            requireGood("read", batch.pointAt(i), batch.statusAt(i));
            values[batch.pointAt(i)] = Values.get(batch, i);
        }
        return shape.create(values);
    }

    /**
     * Writes all components that are {@linkplain Address#writable writable}.
     *
     * @throws DeviceErrorException when the device refuses one of them
     * @throws IllegalArgumentException when a value does not fit its point
     */
    public void write(T value) throws ConnectorException {
        SampleBatch batch = group.newBatch();
        for (int point = 0; point < group.size(); point++) {
            if (group.points().get(point).writable()) {
                put(batch, point, value);
            }
        }
        if (batch.isEmpty()) {
            throw new InvalidRequestException("write " + shape.name() + ": no component is writable; say"
                    + " @Address(value = ..., writable = true)");
        }
        int[] statuses = new int[batch.size()];
        connection.write(group, batch, statuses);
        for (int i = 0; i < batch.size(); i++) {
            requireGood("write", batch.pointAt(i), statuses[i]);
        }
    }

    private void put(SampleBatch batch, int point, T value) {
        try {
            Values.put(batch, point, shape.valueOf(value, point));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("write " + named(point) + ": " + e.getMessage(), e);
        }
    }

    /** As below, for callers that need not know when there are no records for a while. */
    public Subscription subscribe(SubscriptionSettings wanted, Consumer<T> consumer) throws ConnectorException {
        return subscribe(wanted, consumer, status -> {});
    }

    /**
     * Has the device push changes; each gives a whole record with the last value of every component, and changes that
     * arrive together give one. Nothing is delivered while a component has no good value.
     *
     * @param consumer called by the connection's delivering thread
     * @param notGood told by the same thread when a component has no good value any more, and why: its status, for
     *     example {@code Bad_NoCommunication} when the device is lost. Once, until all are good again or the reason is another
     */
    public Subscription subscribe(SubscriptionSettings wanted, Consumer<T> consumer, IntConsumer notGood)
            throws ConnectorException {
        LatestValues latest = new LatestValues(group.size());
        return connection.subscribe(group, wanted, batch -> {
            int before = latest.status();
            boolean whole = latest.update(batch);
            if (whole) {
                consumer.accept(shape.create(latest.values()));
            } else if (latest.status() != before && !StatusCode.isGood(latest.status())) {
                notGood.accept(latest.status());
            }
        });
    }

    private void requireGood(String verb, int point, int status) throws DeviceErrorException {
        if (!StatusCode.isGood(status)) {
            throw new DeviceErrorException(
                    verb + " " + named(point) + ": " + StatusCode.name(status), status, Integer.toUnsignedLong(status));
        }
    }

    private String named(int point) {
        DataPoint named = group.points().get(point);
        return named.address() + " (" + shape.name() + "." + named.name() + ")";
    }

    @Override
    public void close() {
        group.close();
    }
}
