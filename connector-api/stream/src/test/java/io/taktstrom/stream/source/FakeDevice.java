package io.taktstrom.stream.source;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import org.jspecify.annotations.Nullable;

/**
 * A device, and the connector to it, that does what a test says. Its variables are integers; an address that begins with
 * {@code unknown} does not exist, and a subscription is refused to one that begins with {@code refused}.
 */
public final class FakeDevice implements ConnectorProvider {

    /** What happens before a call has its effect: nothing, an exception, a wait. */
    @FunctionalInterface
    public interface Script {
        Script NOTHING = () -> {};

        void run() throws ConnectorException;
    }

    private final Set<Capability> capabilities;
    private final List<FakeConnection> alive = new CopyOnWriteArrayList<>();
    private final AtomicLong connected = new AtomicLong();
    private final AtomicLong closed = new AtomicLong();
    private final AtomicLong heartbeats = new AtomicLong();
    private final Map<String, DataType> types = new ConcurrentHashMap<>();

    public volatile Script onConnect = Script.NOTHING;
    public volatile Script onResolve = Script.NOTHING;
    public volatile Script onRead = Script.NOTHING;
    public volatile Script onWrite = Script.NOTHING;
    public volatile Script onDevice = Script.NOTHING;
    public volatile Script onClose = Script.NOTHING;
    public volatile long value = 1;
    /** The wire is dead, which was not noticed: a question about the device waits until its session is closed. */
    public volatile boolean silent;

    public volatile String connectTimeout = "1m";
    public volatile String requestTimeout = "30s";
    public volatile String heartbeatInterval = "2s";
    public volatile String heartbeatTimeout = "0s";

    /** The connection that the latest one takes the place of. */
    public volatile @Nullable Connection predecessor;

    private FakeDevice(Set<Capability> capabilities) {
        this.capabilities = capabilities;
    }

    public static FakeDevice pushing() {
        return new FakeDevice(EnumSet.of(Capability.READ, Capability.SUBSCRIBE));
    }

    public static FakeDevice polled() {
        return new FakeDevice(EnumSet.of(Capability.READ));
    }

    public static Script failing(ConnectorException failure) {
        return () -> {
            throw failure;
        };
    }

    public Endpoint endpoint() {
        return descriptor()
                .endpoint(
                        "plc",
                        4711,
                        Map.of(
                                "connectTimeout",
                                connectTimeout,
                                "requestTimeout",
                                requestTimeout,
                                "heartbeatInterval",
                                heartbeatInterval,
                                "heartbeatTimeout",
                                heartbeatTimeout));
    }

    @Override
    public ConnectorDescriptor descriptor() {
        return ConnectorDescriptor.of("fake", "Fake", "For tests.")
                .port(4711)
                .capabilities(capabilities)
                .addresses("any", ".*", "a")
                .build();
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        onConnect.run();
        FakeConnection connection = new FakeConnection(this);
        alive.add(connection);
        connected.incrementAndGet();
        return connection;
    }

    /** The wire breaks, and the connector notices. */
    public void lose() {
        for (FakeConnection connection : alive) {
            connection.die(new ConnectionLostException("wire cut"));
        }
    }

    /** Sends this value of every subscribed point. */
    public void push(long newValue) {
        value = newValue;
        alive.forEach(FakeConnection::push);
    }

    /** The variable's type from the next session on. */
    public void setType(String address, DataType type) {
        types.put(address, type);
    }

    DataType typeOf(String address) {
        return types.getOrDefault(address, ScalarType.DINT);
    }

    /** Subscriptions of all sessions. */
    public long subscribed() {
        return alive.stream().mapToLong(FakeConnection::subscribed).sum();
    }

    void ended(FakeConnection connection) {
        if (alive.remove(connection)) {
            closed.incrementAndGet();
        }
    }

    /** A test made a connection fail to close, so that its count stays. */
    void forgetOneUnclosed() {
        closed.incrementAndGet();
    }

    void beat() throws ConnectorException {
        heartbeats.incrementAndGet();
        onDevice.run();
    }

    /** Connections that are not closed yet. */
    public long open() {
        return connected.get() - closed.get();
    }

    public Connection latest() {
        return alive.get(alive.size() - 1);
    }

    public long connected() {
        return connected.get();
    }

    public long heartbeats() {
        return heartbeats.get();
    }
}
