package io.taktstrom.testkit;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.taktstrom.descriptor.AddressGrammar;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorProvider;
import org.jspecify.annotations.Nullable;

/** A device in memory with a few integers, and a connector to it that may have a defect. */
final class MemoryDevice implements DeviceUnderTest, ConnectorProvider {

    private static final ConnectorDescriptor DESCRIPTOR = new ConnectorDescriptor(
            "memory",
            "Memory",
            "Variables in memory.",
            1,
            List.of(),
            List.of(),
            EnumSet.of(Capability.SUBSCRIBE, Capability.WRITE),
            new AddressGrammar("The variable's name.", "[a-z_]+", List.of("my_int")));

    /** A variable. */
    static final class Cell {
        private final ScalarType type;
        private volatile long value;

        Cell(ScalarType type) {
            this.type = type;
        }

        ScalarType type() {
            return type;
        }

        long value() {
            return value;
        }
    }

    private final @Nullable Defect defect;
    private final Map<String, Cell> cells = new LinkedHashMap<>();
    private final List<MemoryConnection> connections = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    MemoryDevice(@Nullable Defect defect) {
        this.defect = defect;
        cells.put("my_sint", new Cell(ScalarType.SINT));
        cells.put("my_int", new Cell(ScalarType.INT));
        cells.put("my_dint", new Cell(ScalarType.DINT));
        cells.put("counter", new Cell(ScalarType.LINT));
    }

    @Nullable
    Cell cell(String address) {
        return cells.get(address);
    }

    private Cell known(String address) {
        Cell cell = cells.get(address);
        if (cell == null) {
            throw new IllegalArgumentException("no variable " + address);
        }
        return cell;
    }

    void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public ConnectorDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) {
        MemoryConnection connection = new MemoryConnection(this, defect);
        connections.add(connection);
        return connection;
    }

    @Override
    public ConnectorProvider provider() {
        return this;
    }

    @Override
    public Endpoint endpoint() {
        return DESCRIPTOR.endpoint("127.0.0.1", 1, Map.of());
    }

    @Override
    public Set<Capability> capabilities() {
        return DESCRIPTOR.capabilities();
    }

    @Override
    public List<Variable> variables() {
        return cells.entrySet().stream()
                .map(entry -> Variable.of(entry.getKey(), entry.getValue().type()))
                .toList();
    }

    @Override
    public String unknownAddress() {
        return "nowhere";
    }

    @Override
    public Variable counter() {
        return Variable.of("counter", ScalarType.LINT);
    }

    @Override
    public void set(String address, Object value) {
        Cell cell = known(address);
        cell.value = (Long) value;
        connections.forEach(connection -> connection.changed(cell));
    }

    @Override
    public Object get(String address) {
        return known(address).value();
    }

    @Override
    public void stop() {
        connections.clear();
    }

    @Override
    public void start() {
        // Memory is always there.
    }

    @Override
    public void close() {
        end.countDown();
    }
}
