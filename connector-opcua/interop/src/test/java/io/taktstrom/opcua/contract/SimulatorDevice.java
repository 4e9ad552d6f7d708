package io.taktstrom.opcua.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.opcua.OpcUaProvider;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.SimulatorModel;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.ConnectorContract;
import io.taktstrom.testkit.DeviceUnderTest;
import io.taktstrom.testkit.Variable;

/** The simulator as the contract sees it, always on the same port. One serves all tests. */
final class SimulatorDevice implements DeviceUnderTest {

    private static final SimulatorModel MODEL = SimulatorModel.parse("""
            types:
              Mode: {enum: {Idle: 0, Running: 1, Broken: 2}}
              Part: {struct: {Id: UInt16, Weight: Float}}
              Press: {struct: {Number: Int32, Ratio: Double, Name: String, Row: "Int16[3]", Part: Part}}
            points:
              boolean: Boolean
              sbyte: SByte
              byte: Byte
              int16: Int16
              uint16: UInt16
              int32: Int32
              uint32: UInt32
              int64: Int64
              uint64: UInt64
              float: Float
              double: Double
              string: String
              datetime: DateTime
              statuscode: StatusCode
              counter: Int64
              row: "Int32[5]"
              matrix: "Double[3,2]"
              names: "String[2]"
              press: Press
              presses: "Part[2]"
              mode: Mode
              serial: {type: UInt32, value: 4711, writable: false}
            """);

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

    private final Socket reservation = new Socket();
    private final OpcUaSimulator server;
    private final List<Variable> variables = new ArrayList<>();

    SimulatorDevice() throws IOException {
        // Between stop and start the port must go to nobody else, least of all to a client that tries to connect.
        reservation.setReuseAddress(true);
        reservation.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server = OpcUaSimulator.builder()
                .model(MODEL)
                .bindPort(reservation.getLocalPort())
                .start();
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
        add("row", ArrayType.of(ScalarType.DINT, 5));
        add("matrix", new ArrayType(ScalarType.LREAL, List.of(new ArrayType.Bound(0, 2), new ArrayType.Bound(0, 1))));
        add("names", ArrayType.of(TEXT, 2));
        add("press", PRESS);
        add("presses", ArrayType.of(PART, 2));
        add("mode", MODE);
        variables.add(variable("datetime", ScalarType.LDT)
                .withValues(
                        LocalDateTime.of(1970, 1, 1, 0, 0), LocalDateTime.of(2024, 2, 29, 23, 59, 59, 123_456_700)));
        variables.add(variable("statuscode", ScalarType.DWORD).withValues(0L, 0x8034_0000L));
    }

    private Variable variable(String name, DataType type) {
        return Variable.of(server.nodeId(name), type);
    }

    private void add(String name, DataType type) {
        variables.add(variable(name, type));
    }

    @Override
    public ConnectorProvider provider() {
        return new OpcUaProvider();
    }

    @Override
    public Endpoint endpoint() {
        // Queues hold all that is counted.
        return provider().descriptor().parse(server.endpointUri() + "&queueSize=10000");
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
        return server.nodeId("nowhere");
    }

    @Override
    public Optional<String> readOnlyAddress() {
        return Optional.of(server.nodeId("serial"));
    }

    @Override
    public Optional<Variable> frail() {
        return Optional.of(variable("int32", ScalarType.DINT));
    }

    @Override
    public void fail(boolean failing) {
        server.setStatus("int32", failing ? StatusCode.BAD_DEVICE_FAILURE : StatusCode.GOOD);
    }

    @Override
    public Variable counter() {
        return variable("counter", ScalarType.LINT);
    }

    private static String name(String address) {
        return address.substring(address.indexOf(";s=") + 3);
    }

    @Override
    public void set(String address, Object value) {
        server.set(name(address), value);
    }

    @Override
    public Object get(String address) {
        return server.get(name(address));
    }

    @Override
    public boolean isDeviceThread(Thread thread) {
        return thread.getName().startsWith("takt-opcua-simulator");
    }

    @Override
    public void stop() {
        server.powerOff();
    }

    @Override
    public void start() throws IOException {
        server.powerOn();
    }

    /** The next test gets the same server. */
    @Override
    public void close() throws IOException {
        start();
    }

    /** Ends it for good. */
    void end() throws IOException {
        server.close();
        reservation.close();
    }
}
