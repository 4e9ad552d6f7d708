package io.taktstrom.cli.plant;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.opcua.simulator.OpcUaCounter;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.Simulator;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.HeldPort;

/** A simulated device that counts by itself, behind a proxy, on a port that it keeps when it restarts. One thread. */
public final class CountedDevice implements AutoCloseable {

    /** How it speaks. */
    public enum Protocol {
        ADS(
                "ADS",
                "type: ads, amsNetId: 192.0.2.1.1.1",
                "MAIN.count",
                "{mode: notify, cycle: 2ms, maxDelay: 10ms}",
                5,
                "taskCycle: 2ms\nsymbols:\n  MAIN.count: {type: UDINT, waveform: counter}\n"),
        S7(
                "S7",
                "type: s7",
                "DB1.DBD0:UDINT",
                "{mode: poll, every: 20ms, changes: true}",
                2,
                "cycle: 100ms\npoints:\n  count: {address: \"DB1.DBD0:UDINT\", waveform: counter}\n"),
        OPC_UA(
                "OPC UA",
                "type: opc.tcp, security: none",
                "nsu=urn:taktstrom:simulator;s=count",
                "{mode: notify, cycle: 5ms, maxDelay: 10ms}",
                7,
                "cycle: 5ms\npoints:\n  count: {type: UInt32, waveform: counter}\n");

        public final String title;
        /** Of the connection in a deployment file. */
        public final String options;

        public final String address;
        public final String scan;
        /** Where the first answer of a connection has the most significant byte of its length. */
        public final int lengthAt;

        private final String model;

        Protocol(String title, String options, String address, String scan, int lengthAt, String model) {
            this.title = title;
            this.options = options;
            this.address = address;
            this.scan = scan;
            this.lengthAt = lengthAt;
            this.model = model;
        }

        /** Whether each number is handed over; otherwise those between two polls are not. */
        public boolean pushes() {
            return this != S7;
        }
    }

    public final Protocol protocol;
    private final String model;
    private final HeldPort port = new HeldPort();
    private final FaultProxy proxy;
    private Simulator simulator;
    private long skippedBefore;

    public CountedDevice(Protocol protocol, long seed) throws IOException {
        this(protocol, seed, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol.model);
    }

    /**
     * The same.
     *
     * @param at where its proxy listens
     */
    public CountedDevice(Protocol protocol, long seed, InetSocketAddress at) throws IOException {
        this(protocol, seed, at, protocol.model);
    }

    /**
     * One with another model.
     *
     * @param model in place of the usual one; the counter has the same name in it
     */
    public CountedDevice(Protocol protocol, long seed, String model) throws IOException {
        this(protocol, seed, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), model);
    }

    private CountedDevice(Protocol protocol, long seed, InetSocketAddress at, String model) throws IOException {
        this.protocol = protocol;
        this.model = model;
        simulator = start();
        proxy = FaultProxy.start(address(), at, seed);
    }

    private Simulator start() throws IOException {
        return switch (protocol) {
            case ADS ->
                AdsSimulator.builder()
                        .model(AdsModel.parse(model))
                        .bindPort(port.number())
                        .start();
            case S7 ->
                S7Simulator.builder()
                        .model(S7Model.parse(model))
                        .bindPort(port.number())
                        .start();
            case OPC_UA ->
                OpcUaSimulator.builder()
                        .model(OpcUaModel.parse(model))
                        .bindPort(port.number())
                        .start();
        };
    }

    /** Without a proxy. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port.number());
    }

    public FaultProxy proxy() {
        return proxy;
    }

    public AdsSimulator ads() {
        return (AdsSimulator) simulator;
    }

    public S7Simulator s7() {
        return (S7Simulator) simulator;
    }

    public OpcUaSimulator opcUa() {
        return (OpcUaSimulator) simulator;
    }

    /** What it has counted. */
    public long count() {
        Object value = switch (protocol) {
            case ADS -> ads().get("MAIN.count");
            case S7 -> s7().get("count");
            case OPC_UA -> opcUa().get("count");
        };
        return value instanceof Number number ? number.longValue() : Long.parseLong(String.valueOf(value));
    }

    /** Numbers of all its lives that it has left out, because its machine was too busy. */
    public long skipped() {
        return skippedBefore + (protocol == Protocol.OPC_UA ? opcUa().count(OpcUaCounter.MISSED_CYCLES) : 0);
    }

    /** Its power fails, for a moment: it begins to count again. */
    public void restart() throws IOException {
        skippedBefore = skipped();
        simulator.close();
        simulator = start();
    }

    /** The head of a deployment file: this device's connection, scan class and point. */
    public String yaml() {
        return """
                connections:
                  plc: {%s, host: 127.0.0.1, port: %d}
                scanClasses:
                  count: %s
                points:
                  - {id: plc.count, on: plc, address: "%s", scan: count%s}
                """.formatted(
                        protocol.options,
                        proxy.address().getPort(),
                        protocol.scan,
                        protocol.address,
                        // What is not there when it is resolved has no other type then.
                        protocol == Protocol.ADS ? ", type: UDINT" : "");
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        simulator.close();
        port.close();
    }
}
