package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.ConnectorContract;
import io.taktstrom.testkit.DeviceUnderTest;
import io.taktstrom.testkit.Variable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server as the contract sees it. One process serves all tests. */
final class OpcUaDevice implements DeviceUnderTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final StringType TEXT = new StringType(StringType.Encoding.UTF_8, 255);

    private static final StructType PART = new StructType(
            "Part",
            List.of(new StructType.Field("Id", ScalarType.UINT, 0), new StructType.Field("Weight", ScalarType.REAL, 2)),
            6);

    private static final StructType PRESS = new StructType(
            "Press",
            List.of(
                    new StructType.Field("Number", ScalarType.DINT, 0),
                    new StructType.Field("Ratio", ScalarType.LREAL, 4),
                    new StructType.Field("Name", TEXT, 12),
                    new StructType.Field("Row", ArrayType.of(ScalarType.INT, 3), 268),
                    new StructType.Field("Part", PART, 274)),
            280);

    private static final EnumType MODE = new EnumType(
            "Mode",
            ScalarType.DINT,
            List.of(
                    new EnumType.Member("Idle", 0),
                    new EnumType.Member("Running", 1),
                    new EnumType.Member("Broken", 2)));

    private final PeerServer server;
    private final Map<String, DataType> types = new HashMap<>();
    private final List<Variable> variables = new ArrayList<>();
    private final Variable counter = variable("counter", ScalarType.LINT);
    private boolean stopped;

    OpcUaDevice(PeerServer server) {
        this.server = server;
        add("boolean", ScalarType.BOOL);
        add("sbyte", ScalarType.SINT);
        add("byte", ScalarType.USINT);
        add("int16", ScalarType.INT);
        add("uint16", ScalarType.UINT);
        add("int32", ScalarType.DINT);
        add("uint32", ScalarType.UDINT);
        add("int64", ScalarType.LINT);
        add("uint64", ScalarType.ULINT);
        add("float", ScalarType.REAL);
        add("double", ScalarType.LREAL);
        add("string", TEXT);
        add(
                "datetime",
                ScalarType.LDT,
                LocalDateTime.of(1970, 1, 1, 0, 0),
                LocalDateTime.of(2024, 2, 29, 23, 59, 59, 123_456_000));
        add("statuscode", ScalarType.DWORD, 0L, 0x8034_0000L);
        add("row", ArrayType.of(ScalarType.DINT, 5));
        add("matrix", new ArrayType(ScalarType.LREAL, List.of(new ArrayType.Bound(0, 2), new ArrayType.Bound(0, 1))));
        add("names", ArrayType.of(TEXT, 2));
        add("press", PRESS);
        add("presses", ArrayType.of(PART, 2));
        add("mode", MODE);
    }

    private Variable variable(String name, DataType type) {
        types.put(PeerServer.address(name), type);
        return Variable.of(PeerServer.address(name), type);
    }

    private void add(String name, DataType type) {
        variables.add(variable(name, type));
    }

    private void add(String name, DataType type, Object... values) {
        variables.add(variable(name, type).withValues(values));
    }

    @Override
    public ConnectorProvider provider() {
        return new OpcUaProvider();
    }

    @Override
    public Endpoint endpoint() {
        // asyncua drops what its queues cannot hold without marking the next value: here they hold all that is counted.
        Map<String, String> options = Map.of("security", "none", "queueSize", "10000");
        return provider().descriptor().endpoint("127.0.0.1", server.port(), options);
    }

    @Override
    public int faultsAtOnce() {
        return 6;
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
        Map<String, String> missing = new LinkedHashMap<>();
        for (ScalarType type : List.of(
                ScalarType.BYTE,
                ScalarType.WORD,
                ScalarType.LWORD,
                ScalarType.CHAR,
                ScalarType.WCHAR,
                ScalarType.TIME,
                ScalarType.LTIME,
                ScalarType.DATE,
                ScalarType.LDATE,
                ScalarType.TOD,
                ScalarType.LTOD,
                ScalarType.DT)) {
            missing.put(type.text(), "OPC UA has no such built-in type");
        }
        missing.put("WSTRING", "OPC UA has one type of string, in UTF-8");
        missing.put(
                ConnectorContract.NO_ALLOCATION,
                "Milo makes objects of each request and of each message; per value in a subscription there are none of ours");
        return missing;
    }

    @Override
    public String unknownAddress() {
        return PeerServer.address("nowhere");
    }

    @Override
    public Optional<String> readOnlyAddress() {
        return Optional.of(PeerServer.address("serial"));
    }

    @Override
    public Optional<Variable> frail() {
        return Optional.of(Variable.of(PeerServer.address("int32"), ScalarType.DINT));
    }

    @Override
    public void fail(boolean failing) throws IOException {
        server.tell(failing ? "fail int32" : "set int32 0");
    }

    @Override
    public Variable counter() {
        return counter;
    }

    private static String name(String address) {
        return address.substring(address.indexOf(";s=") + 3);
    }

    @Override
    public void set(String address, Object value) throws IOException {
        server.tell("set " + name(address) + " " + JSON.writeValueAsString(toJson(types.get(address), value)));
    }

    @Override
    public Object get(String address) throws IOException {
        return fromJson(types.get(address), JSON.readTree(server.tell("get " + name(address))));
    }

    @Override
    public void count(long from, long to) throws IOException {
        server.tell("count " + from + " " + to);
    }

    private static Object toJson(@Nullable DataType type, Object value) {
        if (type instanceof ArrayType array && value instanceof List<?> list) {
            DataType inner = array.bounds().size() > 1 && list.get(0) instanceof List ? array : array.element();
            return list.stream().map(each -> toJson(inner, each)).toList();
        }
        if (type instanceof StructType structure && value instanceof Map<?, ?> map) {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (StructType.Field field : structure.fields()) {
                fields.put(field.name(), toJson(field.type(), Objects.requireNonNull(map.get(field.name()))));
            }
            return fields;
        }
        if (type instanceof EnumType enumeration) {
            return enumeration.members().stream()
                    .filter(member -> member.name().equals(value))
                    .findFirst()
                    .orElseThrow()
                    .value();
        }
        if (value instanceof LocalDateTime time) {
            return Duration.between(LocalDateTime.of(1970, 1, 1, 0, 0), time).toNanos() / 1000;
        }
        return value instanceof Float || value instanceof Double ? value.toString() : value;
    }

    private static Object fromJson(@Nullable DataType type, JsonNode json) {
        if (type instanceof ArrayType array) {
            List<Object> values = new ArrayList<>();
            for (JsonNode each : json) {
                values.add(fromJson(each.isArray() ? array : array.element(), each));
            }
            return values;
        }
        if (type instanceof StructType structure) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (StructType.Field field : structure.fields()) {
                values.put(field.name(), fromJson(field.type(), json.get(field.name())));
            }
            return values;
        }
        if (type instanceof EnumType enumeration) {
            return Objects.requireNonNull(enumeration.member(json.asLong())).name();
        }
        if (type == ScalarType.BOOL) {
            return json.asBoolean();
        }
        if (type == ScalarType.REAL) {
            return (float) floating(json.asString());
        }
        if (type == ScalarType.LREAL) {
            return floating(json.asString());
        }
        if (type == ScalarType.LDT) {
            return LocalDateTime.ofEpochSecond(
                    Math.floorDiv(json.asLong(), 1_000_000L),
                    (int) Math.floorMod(json.asLong(), 1_000_000L) * 1000,
                    ZoneOffset.UTC);
        }
        if (type instanceof StringType) {
            return json.asString();
        }
        return json.canConvertToLong() ? (Object) json.asLong() : json.bigIntegerValue();
    }

    private static double floating(String python) {
        return switch (python) {
            case "nan" -> Double.NaN;
            case "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(python);
        };
    }

    /** The device's process has a thread of the JVM that waits for its end. */
    @Override
    public boolean isDeviceThread(Thread thread) {
        return thread.getName().startsWith("process reaper");
    }

    @Override
    public void stop() throws IOException {
        if (!stopped) {
            server.tell("stop");
            stopped = true;
        }
    }

    @Override
    public void start() throws IOException {
        server.tell("start");
        stopped = false;
    }

    /** The next test gets the same server. */
    @Override
    public void close() throws IOException {
        if (stopped) {
            start();
        }
    }
}
