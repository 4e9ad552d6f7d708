package io.taktstrom.example.line;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.contract.ConnectorContract;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import io.taktstrom.testkit.contract.Variable;

/** A LINE device with a variable of each type that LINE can name. */
class LineDevice implements DeviceUnderTest {

    private final LineServer server = new LineServer();
    private final List<Variable> variables = new ArrayList<>();
    private final Variable counter = Variable.of("counter", ScalarType.LINT);

    LineDevice() throws IOException {
        for (ScalarType type : ScalarType.values()) {
            variables.add(Variable.of("my_" + type.text().toLowerCase(Locale.ROOT), type));
        }
        variables.add(Variable.of("text.short", DataType.parse("STRING(10)")));
        variables.add(Variable.of("text.long", DataType.parse("STRING(2000)")));
        variables.add(Variable.of("text.wide", DataType.parse("WSTRING(10)")));
        variables.add(Variable.of("flags", DataType.parse("ARRAY[0..18] OF BOOL")));
        variables.add(Variable.of("row", ArrayType.of(ScalarType.INT, 5)));
        variables.add(Variable.of("matrix", DataType.parse("ARRAY[-1..1,1..2] OF REAL")));
        variables.add(Variable.of("names", DataType.parse("ARRAY[1..3] OF STRING(7)")));
        variables.forEach(variable -> server.add(variable.address(), variable.type(), false));
        server.add(counter.address(), counter.type(), false);
        server.add("serial", ScalarType.UDINT, true);
        server.start();
    }

    @Override
    public ConnectorProvider provider() {
        return new LineConnectorProvider();
    }

    @Override
    public Endpoint endpoint() {
        return provider().descriptor().endpoint("127.0.0.1", server.address().getPort(), Map.of());
    }

    @Override
    public Set<Capability> capabilities() {
        return provider().descriptor().capabilities();
    }

    @Override
    public List<Variable> variables() {
        return List.copyOf(variables);
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                "STRUCT",
                "LINE names a type by IEC 61131-3 text, which has none for a structure's fields",
                "enumeration",
                "LINE names a type by IEC 61131-3 text, which has none for an enumeration's members",
                ConnectorContract.NUMBERED_ANSWERS,
                "an answer of LINE names its variable, and not its request");
    }

    @Override
    public String unknownAddress() {
        return "nowhere";
    }

    @Override
    public Optional<String> readOnlyAddress() {
        return Optional.of("serial");
    }

    @Override
    public Optional<Variable> frail() {
        return variables.stream().findFirst();
    }

    @Override
    public void fail(boolean failing) {
        server.vanish(variables.get(0).address(), failing);
    }

    @Override
    public long writeRequests() {
        return server.writes();
    }

    @Override
    public Variable counter() {
        return counter;
    }

    @Override
    public void set(String address, Object value) {
        server.set(address, Values.image(server.type(address), value).array());
    }

    @Override
    public Object get(String address) {
        ByteBuffer image = ByteBuffer.wrap(server.get(address)).order(ByteOrder.LITTLE_ENDIAN);
        return Values.read(server.type(address), image, 0, image.capacity());
    }

    @Override
    public void stop() throws IOException {
        server.stop();
    }

    @Override
    public void start() throws IOException {
        server.start();
    }

    @Override
    public boolean isDeviceThread(Thread thread) {
        return thread.getName().startsWith("line-server-");
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
