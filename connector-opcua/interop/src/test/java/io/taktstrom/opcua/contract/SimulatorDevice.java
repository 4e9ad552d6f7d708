package io.taktstrom.opcua.contract;

import java.io.IOException;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.Endpoint;
import io.taktstrom.opcua.UaDevice;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaLimits;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.testkit.HeldPort;

/** The simulator as the contract sees it, always on the same port. */
final class SimulatorDevice extends UaDevice {

    /** It keeps what an OPC UA DateTime can say: steps of 100 ns. */
    private static final int STEPS = 123_456_700;

    private static final OpcUaModel MODEL = OpcUaModel.parse("""
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

    private final HeldPort port = new HeldPort();
    private final OpcUaSimulator server;

    SimulatorDevice() throws IOException {
        super(STEPS);
        server = OpcUaSimulator.builder().model(MODEL).bindPort(port.number()).start();
        // Sessions that faults left behind are kept for a minute: then there may be more than a server usually takes.
        server.setLimits(new OpcUaLimits(10_000, 10_000, 1000, 1000, 10_000, 1_000, 1000, 1_000_000, 65_535, 10));
    }

    @Override
    protected String address(String name) {
        return server.nodeId(name);
    }

    @Override
    public Endpoint endpoint() {
        // Queues hold all that is counted.
        return provider().descriptor().parse(server.endpointUri() + "&queueSize=10000");
    }

    @Override
    public void fail(boolean failing) {
        server.setStatus("int32", failing ? StatusCode.BAD_DEVICE_FAILURE : StatusCode.GOOD);
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
        port.close();
    }
}
