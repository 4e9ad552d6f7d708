package io.taktstrom.modbus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.contract.DeviceUnderTest;
import io.taktstrom.testkit.contract.Variable;

/**
 * Variables in registers that follow each other, with a gap between them, and in coils. The low word of a number comes first.
 * It lays them out by a rule of its own: it shares neither the parser nor the byte order of the connector.
 */
final class ModbusDevice implements DeviceUnderTest {

    private final ModbusServer server = new ModbusServer();
    private final List<Variable> variables = new ArrayList<>();
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final Map<String, DataType> types = new LinkedHashMap<>();
    private final Map<String, String> missing = new LinkedHashMap<>();
    private final int hole;
    private int nextRegister;
    private int nextCoil;

    ModbusDevice() throws IOException {
        add(ScalarType.LINT);
        for (ScalarType type : ScalarType.values()) {
            if (type.imageBytes() > 1 || type == ScalarType.BOOL) {
                add(type);
            } else {
                missing.put(type.text(), "a register has two bytes");
            }
        }
        add(DataType.parse("ARRAY[0..18] OF BOOL"));
        add(DataType.parse("ARRAY[0..59] OF REAL"));
        hole = nextRegister++;
        add(DataType.parse("STRING(10)"));
        add(DataType.parse("WSTRING(10)"));
        add(ArrayType.of(ScalarType.INT, 5));
        add(DataType.parse("ARRAY[-1..1,1..2] OF REAL"));
        missing.put("STRUCT", "registers have no names of types");
        missing.put("enumeration", "registers have no names of types");
        server.set(nextRegister, (byte) 0, (byte) 0);
        server.protect(nextRegister);
        server.start();
    }

    private void add(DataType type) {
        boolean bits = isBits(type);
        int place = bits ? nextCoil : nextRegister;
        Variable variable = Variable.of((bits ? "co" : "hr") + place + ":" + type.text(), type);
        variables.add(variable);
        places.put(variable.address(), place);
        types.put(variable.address(), type);
        nextCoil += bits ? type.imageBytes() : 0;
        nextRegister += bits ? 0 : registers(type);
        set(variable.address(), variable.values().get(0));
    }

    private static boolean isBits(DataType type) {
        return type == ScalarType.BOOL || (type instanceof ArrayType array && array.element() == ScalarType.BOOL);
    }

    @Override
    public ConnectorProvider provider() {
        return new ModbusProvider();
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
        return List.of(DataPoint.of("hr70000"), DataPoint.of("hr1:REEL"), DataPoint.of("xx1"));
    }

    @Override
    public Optional<String> readOnlyAddress() {
        return Optional.of("hr" + nextRegister);
    }

    @Override
    public Optional<Variable> frail() {
        return variables.stream()
                .filter(variable -> variable.type() == ScalarType.WORD)
                .findFirst();
    }

    @Override
    public void fail(boolean failing) {
        server.vanish(place(frail().orElseThrow().address()), 1, failing);
    }

    @Override
    public Variable counter() {
        return variables.get(0);
    }

    private int place(String address) {
        return places.getOrDefault(address, nextRegister);
    }

    private DataType type(String address) {
        return types.getOrDefault(address, ScalarType.WORD);
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
        if (isBits(type)) {
            List<?> bits = value instanceof List<?> list ? list : List.of(value);
            for (int i = 0; i < bits.size(); i++) {
                server.setCoil(place(address) + i, (Boolean) bits.get(i));
            }
        } else if (type instanceof StringType text) {
            ByteBuffer wire = ByteBuffer.allocate(2 * registers(type));
            server.set(
                    place(address),
                    wire.put(value.toString().getBytes(charset(text))).array());
        } else {
            server.set(place(address), swapped(Values.image(type, value).array()));
        }
    }

    @Override
    public Object get(String address) {
        DataType type = type(address);
        if (isBits(type)) {
            List<Object> bits = new ArrayList<>();
            for (int i = 0; i < type.imageBytes(); i++) {
                bits.add(server.coil(place(address) + i));
            }
            return type == ScalarType.BOOL ? bits.get(0) : bits;
        }
        byte[] wire = server.get(place(address), registers(type));
        if (type instanceof StringType text) {
            String padded = new String(wire, charset(text));
            int end = padded.indexOf(0);
            return end < 0 ? padded.substring(0, Math.min(padded.length(), text.length())) : padded.substring(0, end);
        }
        ByteBuffer image = ByteBuffer.wrap(swapped(wire)).order(ByteOrder.LITTLE_ENDIAN);
        return Values.read(type, image, 0, image.capacity());
    }

    /** A memory image is little-endian; so are the words of a number here, but not the bytes of a word. */
    private static byte[] swapped(byte[] bytes) {
        byte[] result = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            result[i] = bytes[i ^ 1];
        }
        return result;
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
        return thread.getName().startsWith("modbus-server-");
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
