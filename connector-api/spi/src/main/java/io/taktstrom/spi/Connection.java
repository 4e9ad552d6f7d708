package io.taktstrom.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.Sample;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;

/**
 * One live session with a device. It dies once and never reconnects: that is for {@code ManagedConnection}.
 *
 * <pre>{@code
 * try (Connection connection = Connectors.connect("ads://10.0.0.5/5.1.2.3.1.1:851")) {
 *     Sample speed = connection.read("MAIN.spindle.speed");        // one value, now
 *
 *     PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.a"), DataPoint.of("MAIN.b")));
 *     SampleBatch batch = group.newBatch();
 *     connection.read(group, batch);                               // many, as often as wanted, without garbage
 *     for (int i = 0; i < batch.size(); i++) {
 *         System.out.println(group.points().get(batch.pointAt(i)).address() + " = " + Values.get(batch, i));
 *     }
 * }
 * }</pre>
 *
 * <p>Thread-safe: calls from several threads may overlap, and {@link #close} may come at any time; calls that it cuts
 * off fail with {@link ConnectionLostException}. A batch belongs to one call at a time.
 *
 * <p>Every blocking call ends within the endpoint's request timeout per round trip that it needs. After a timeout or a
 * malformed frame the session may be dead; {@link #closed} tells.
 */
public interface Connection extends AutoCloseable {

    /**
     * Finds points on the device. Cold path: may take many round trips and allocate.
     *
     * @param points at least one; the same address may occur more than once
     * @return a group in which a point that cannot be used has a Bad status and the rest work
     * @throws InvalidRequestException when there are no points
     */
    PointGroup resolve(List<DataPoint> points) throws ConnectorException;

    /**
     * Reads each point of a group once, in order. Hot path: allocates nothing once warm.
     *
     * @param group resolved by this connection
     * @param into emptied first, then holds one sample for each point, Good or with the reason why not; its capacity
     *     must suffice, as that of {@link PointGroup#newBatch} does
     * @throws InvalidRequestException when the group is another connection's or closed, or the batch is too small
     */
    void read(PointGroup group, SampleBatch into) throws ConnectorException;

    /**
     * Writes the samples of a batch in their order. Points that are not writable get {@code Bad_NotWritable} and are
     * not sent; nor are values that do not fit, which are neither cut off nor wrapped around.
     *
     * @param values samples of this group; statuses and times play no part
     * @param statusOut gets the status of each sample; at least as long as the batch
     */
    void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException;

    /**
     * Has the device push samples. The first sample of each point is its value at subscription, or the reason why there
     * is none. Where a slow sink misses samples of a point, the next one is marked Overflow, and the newest value arrives.
     *
     * @param sink called by one thread of this connection, one call at a time, also with the last batch that marks all
     *     points Bad when the connection is lost; it may call this connection. A {@link PushingConnection} that can leave
     *     samples to its successor offers them to a {@link io.taktstrom.data.RefusingSink}
     * @throws InvalidRequestException when this connector cannot push, as here by default: it lacks
     *     {@code Capability.SUBSCRIBE}, and the stream polls instead
     */
    default Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        throw new InvalidRequestException(
                "subscribe: a " + this + " does not push values; poll, as the scan mode poll does");
    }

    /**
     * Walks what the device offers.
     *
     * @throws InvalidRequestException when this connector cannot browse, as here by default: it lacks
     *     {@code Capability.BROWSE}
     */
    default BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
        throw new InvalidRequestException(
                "browse: a " + this + " does not say what it has; state addresses and types of the points");
    }

    /** What the device says of itself, asked now: one round trip or more, so it also shows that the device is alive. */
    DeviceInfo device() throws ConnectorException;

    /** Completes once: normally after {@link #close}, with the cause as a {@link ConnectorException} after a loss. */
    CompletionStage<Void> closed();

    /**
     * Reads one value, once. Looks its address up each time: for values that are read often, {@link #resolve} once and read
     * the group.
     *
     * @return with a Bad status and no value where the device has none
     */
    default Sample read(String address) throws ConnectorException {
        try (PointGroup group = resolve(List.of(DataPoint.of(address)))) {
            SampleBatch batch = group.newBatch();
            read(group, batch);
            return Sample.of(batch, 0);
        }
    }

    /**
     * Writes one value, once.
     *
     * @param value in any of the forms that {@link Values#put} takes
     * @throws DeviceErrorException when there is no such variable, or the device refuses the value
     * @throws IllegalArgumentException when the value does not fit the variable's type; nothing is sent
     */
    default void write(String address, Object value) throws ConnectorException {
        try (PointGroup group = resolve(List.of(DataPoint.of(address).withWritable()))) {
            int[] status = {group.statusAt(0)};
            if (!StatusCode.isBad(status[0])) {
                SampleBatch batch = group.newBatch();
                Values.put(batch, 0, value);
                write(group, batch, status);
            }
            if (!StatusCode.isGood(status[0])) {
                throw new DeviceErrorException(
                        "write " + address + ": " + StatusCode.name(status[0]),
                        status[0],
                        Integer.toUnsignedLong(status[0]));
            }
        }
    }

    /**
     * Binds a record, the components of which carry an {@link Address}, to its points.
     *
     * @throws IllegalArgumentException when the record cannot be bound; the message names the component
     */
    default <T extends Record> BoundRecord<T> bind(Class<T> type) throws ConnectorException {
        return BoundRecord.bind(this, type);
    }

    /** Ends subscriptions and releases all that the device holds for us, as far as it still answers. Idempotent. */
    @Override
    void close();
}
