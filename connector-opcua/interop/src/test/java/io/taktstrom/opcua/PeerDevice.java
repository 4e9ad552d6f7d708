package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A third-party server as the contract sees it. */
final class PeerDevice extends UaDevice {

    private static final JsonMapper JSON = new JsonMapper();
    /** asyncua and node-opcua keep times by Python's and JavaScript's means. */
    private static final int MICROSECONDS = 123_456_000;

    private final PeerServer server;

    PeerDevice(PeerServer server) {
        super(MICROSECONDS);
        this.server = server;
    }

    @Override
    protected String address(String name) {
        return PeerServer.address(name);
    }

    @Override
    public Endpoint endpoint() {
        // asyncua drops what its queues cannot hold without marking the next value: here they hold all that is counted.
        Map<String, String> options = Map.of("security", "none", "queueSize", "10000");
        return provider().descriptor().endpoint("127.0.0.1", server.port(), options);
    }

    @Override
    public void fail(boolean failing) throws IOException {
        server.tell(failing ? "fail int32" : "set int32 0");
    }

    @Override
    public void set(String address, Object value) throws IOException {
        server.tell("set " + name(address) + " " + JSON.writeValueAsString(toJson(typeAt(address), value)));
    }

    @Override
    public Object get(String address) throws IOException {
        return fromJson(typeAt(address), JSON.readTree(server.tell("get " + name(address))));
    }

    @Override
    public void count(long from, long to) throws IOException {
        server.tell("count " + from + " " + to);
    }

    private static Object toJson(DataType type, Object value) {
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

    private static Object fromJson(DataType type, JsonNode json) {
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

    /** What differs from server to server is little: the simulator has a fault at each place, here are a few. */
    @Override
    public int faultPlaces() {
        return 6;
    }

    @Override
    public void stop() throws IOException {
        server.stop();
    }

    @Override
    public void start() throws IOException {
        server.start();
    }

    /** The next test gets the same server. */
    @Override
    public void close() throws IOException {
        server.start();
    }
}
