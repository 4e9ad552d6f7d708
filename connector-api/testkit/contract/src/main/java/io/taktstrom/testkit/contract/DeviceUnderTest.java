package io.taktstrom.testkit.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorProvider;

/**
 * A device, mostly a simulator, on which a connector proves {@link ConnectorContract the contract}.
 *
 * <p>The contract works on both ends: it turns the device's variables by {@link #set} and {@link #get} as the device's own
 * program would, and watches through the connector what arrives. Values are in the forms of
 * {@link io.taktstrom.data.Values}: {@code Long} for an {@code INT}, {@code Float} for a {@code REAL}, a {@code List} for
 * an array, and so on.
 *
 * <p>The contract asks for one device per test and closes it. A device that takes long to start may be shared between
 * tests: then {@code close} does not end it but brings it back to its first state.
 */
public interface DeviceUnderTest extends AutoCloseable {

    /** The connector that is tested. */
    ConnectorProvider provider();

    /** Where the device answers, with the options that it needs. The contract adds timeouts of its own. */
    Endpoint endpoint();

    /** The same device when everything to and from it passes a proxy that listens there. */
    default Endpoint endpointThrough(InetSocketAddress proxy) {
        return provider()
                .descriptor()
                .endpoint(proxy.getHostString(), proxy.getPort(), endpoint().options());
    }

    /** Where a proxy before this device listens; overridden where clients know certain ports only. */
    default InetSocketAddress proxyAddress() throws IOException {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /**
     * At how many places in a session, beside its first bytes, a fault is tried that breaks it. A connector that takes
     * seconds to notice a broken connection overrides this.
     */
    default int faultPlaces() {
        return 22;
    }

    /**
     * How many connections may be broken at the same time, each in its own way and behind a proxy of its own. More take less
     * time where the connector mostly waits for an answer that does not come; a device with few places, or a connector
     * whose connections are not independent, has one.
     */
    default int faultsAtOnce() {
        return 1;
    }

    /** What the connector must be able to do here. For a capability that is absent, the contract expects a refusal. */
    Set<Capability> capabilities();

    /**
     * Variables of this device, each writable by the connector and by {@link #set}. ContractThreads they have every type that
     * {@link ConnectorContract#REQUIRED_TYPES the contract requires} and that {@link #missing} does not name, and they need
     * more than one request if the protocol limits the size of a request. The device refuses a request above its limits.
     */
    List<Variable> variables();

    /**
     * What this device or protocol does not have, by its name in {@link ConnectorContract#REQUIRED_TYPES} or a constant of
     * {@link ConnectorContract}, each with the reason. The report shows these tests as skipped, with the reason.
     */
    default Map<String, String> missing() {
        return Map.of();
    }

    /** Whether the device says what type a variable has. Otherwise the contract declares the types, as S7 needs it. */
    default boolean knowsTypes() {
        return true;
    }

    /** An address of the right form at which there is nothing. */
    String unknownAddress();

    /**
     * Points that no device of this protocol can have: an invalid address, a type that cannot be at its address. The
     * provider refuses each before it asks the device.
     */
    default List<DataPoint> wrongPoints() {
        return List.of(DataPoint.of("?!"));
    }

    /**
     * A variable that the device itself refuses to let a connector write. Where there is none, {@link #missing} says why, by
     * {@link ConnectorContract#READ_ONLY}.
     */
    default Optional<String> readOnlyAddress() {
        return Optional.empty();
    }

    /**
     * A variable, other than the {@link #counter}, that {@link #fail} can make fail alone. Where there is none,
     * {@link #missing} says why, by {@link ConnectorContract#FAILING}.
     */
    default Optional<Variable> frail() {
        return Optional.empty();
    }

    /**
     * The {@link #frail} variable has no value from now on: it vanishes, or its sensor breaks, whatever this device does.
     *
     * @param failing false to end that; the contract gives the variable a value then
     */
    default void fail(boolean failing) throws IOException {
        throw new UnsupportedOperationException("a device with a frail variable says how it fails");
    }

    /**
     * How many requests to write the device has carried out since it started. Where it does not count them, {@link #missing}
     * says why, by {@link ConnectorContract#WRITE_COUNT}.
     */
    default long writeRequests() {
        throw new UnsupportedOperationException("a device that counts writes returns their number");
    }

    /** A variable of an integer type with at least 32 bits, on which the contract counts. */
    Variable counter();

    /** Gives a variable a value on the device's side; it has it when this returns. */
    void set(String address, Object value) throws IOException;

    /** A variable's value on the device's side. */
    Object get(String address) throws IOException;

    /**
     * Has the {@link #counter} take each of these values in turn, as quickly as a subscription that asks for the shortest
     * cycle can follow. A device that samples by a cycle overrides this and takes a step per cycle.
     *
     * @param from first value
     * @param to last value
     */
    default void count(long from, long to) throws IOException {
        for (long value = from; value <= to; value++) {
            set(counter().address(), value);
        }
    }

    /** The device disappears: connections break, and its port is closed. */
    void stop() throws IOException;

    /** The device is back at the same address with the same variables; no connection survives. */
    void start() throws IOException;

    /** {@link #stop} and {@link #start}. */
    default void restart() throws IOException {
        stop();
        start();
    }

    /** How long the contract waits for what must happen soon, however busy the machine that runs the tests. */
    default Duration patience() {
        return Duration.ofSeconds(30);
    }

    /** Whether a thread is the device's own. What a simulator in this JVM does must not count as the connector's. */
    default boolean isDeviceThread(Thread thread) {
        return false;
    }

    /** Ends the device, stopped or not. */
    @Override
    void close() throws IOException;
}
