package io.taktstrom.example.register;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import io.taktstrom.testkit.contract.Variable;

/** Variables in registers that follow each other, with a gap between them. It lays them out by a rule of its own. */
public final class RegisterDevice implements DeviceUnderTest {
    private static final WireOrder ORDER = WireOrder.WORD_SWAPPED;

    private final RegisterServer server = new RegisterServer();
    private final List<Variable> variables = new ArrayList<>();
    private final Map<String, String> missing = new LinkedHashMap<>();
    private final int hole;
    private int next;

    public RegisterDevice() throws IOException {
        add(ScalarType.LINT);
        for (ScalarType type : ScalarType.values()) {
            if (type.imageBytes() > 1) {
                add(type);
            } else {
                missing.put(type.text(), "a register has two bytes");
            }
        }
        add(DataType.parse("ARRAY[0..59] OF REAL"));
        hole = next++;
        add(DataType.parse("STRING(10)"));
        add(DataType.parse("WSTRING(10)"));
        add(ArrayType.of(ScalarType.INT, 5));
        add(DataType.parse("ARRAY[-1..1,1..2] OF REAL"));
        missing.put("ARRAY OF BOOL", "a register has two bytes");
        missing.put("STRUCT", "registers have no names of types");
        missing.put("enumeration", "registers have no names of types");
        server.set(next, new byte[2]);
        server.protect(next);
        server.start();
    }

    private void add(DataType type) {
        Variable variable = Variable.of("hr" + next + ":" + type.text(), type);
        variables.add(variable);
        set(variable.address(), variable.values().get(0));
        next += registers(type);
    }

    @Override
    public ConnectorProvider provider() {
        return new RegisterProvider();
    }

    @Override
    public Endpoint endpoint() {
        return provider().descriptor().endpoint("127.0.0.1", server.port(), Map.of("words", "swapped"));
    }

    @Override
    public Set<Capability> capabilities() {
        return provider().descriptor().capabilities();
    }

    @Override
    public List<Variable> variables() {
        return variables;
    }

    @Override
    public Map<String, String> missing() {
        return missing;
    }

    @Override
    public boolean knowsTypes() {
        return false;
    }

    @Override
    public String unknownAddress() {
        return "hr" + hole;
    }

    @Override
    public List<DataPoint> wrongPoints() {
        return List.of(DataPoint.of("hr70000"), DataPoint.of("hr1:REEL"));
    }

    @Override
    public Optional<String> readOnlyAddress() {
        return Optional.of("hr" + next);
    }

    @Override
    public Optional<Variable> frail() {
        return Optional.of(variables.get(3));
    }

    @Override
    public void fail(boolean failing) {
        Variable frail = variables.get(3);
        server.vanish(register(frail.address()), frail.type().imageBytes() / 2, failing);
    }

    @Override
    public Variable counter() {
        return variables.get(0);
    }

    private static int register(String address) {
        return RegisterAddress.parse(address).register();
    }

    private DataType type(String address) {
        return variables.stream()
                .filter(variable -> variable.address().equals(address))
                .findFirst()
                .map(Variable::type)
                .orElse(ScalarType.WORD);
    }

    /** A text has no terminator, and a register holds two characters of it, or one wide one. */
    private static int registers(DataType type) {
        if (type instanceof StringType text) {
            return isWide(text) ? text.length() : (text.length() + 1) / 2;
        }
        return type.imageBytes() / 2;
    }

    private static boolean isWide(StringType text) {
        return text.encoding() == StringType.Encoding.UTF_16LE;
    }

    private static Charset charset(StringType text) {
        return isWide(text) ? StandardCharsets.UTF_16BE : text.encoding().charset();
    }

    @Override
    public void set(String address, Object value) {
        DataType type = type(address);
        ByteBuffer wire = ByteBuffer.allocate(2 * registers(type));
        if (type instanceof StringType text) {
            wire.put(value.toString().getBytes(charset(text)));
        } else {
            SampleBatch batch = PlantPoints.one(type).newBatch();
            Values.put(batch, 0, value);
            if (ORDER.put(batch, 0, type, wire, 0) != StatusCode.GOOD) {
                throw new IllegalArgumentException(address + " cannot be " + value);
            }
        }
        server.set(register(address), wire.array());
    }

    @Override
    public Object get(String address) {
        DataType type = type(address);
        byte[] wire = server.get(register(address), registers(type));
        if (type instanceof StringType text) {
            String padded = new String(wire, charset(text));
            int end = padded.indexOf(0);
            return end < 0 ? padded.substring(0, Math.min(padded.length(), text.length())) : padded.substring(0, end);
        }
        SampleBatch batch = PlantPoints.one(type).newBatch();
        ORDER.add(batch, 0, SampleBatch.NO_TIME, StatusCode.GOOD, type, ByteBuffer.wrap(wire), 0);
        return Values.get(batch, 0);
    }

    @Override
    public long writeRequests() {
        return server.writes();
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
        return thread.getName().startsWith("register-server-");
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
