package io.taktstrom.cli.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.Simulator;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.HeldPort;

/** A simulated device that counts by itself, behind a proxy, on a port that it keeps when it restarts. One thread. */
final class CountedDevice implements AutoCloseable {

    /** How it speaks. */
    enum Protocol {
        ADS("ADS", "type: ads, amsNetId: 192.0.2.1.1.1", "MAIN.count", "{mode: notify, cycle: 2ms, maxDelay: 10ms}", 5),
        S7("S7", "type: s7", "DB1.DBD0:UDINT", "{mode: poll, every: 20ms, changes: true}", 2),
        OPC_UA(
                "OPC UA",
                "type: opc.tcp, security: none",
                "nsu=urn:taktstrom:simulator;s=count",
                "{mode: notify, cycle: 5ms, maxDelay: 10ms}",
                7);

        final String title;
        /** Of the connection in a deployment file. */
        final String options;

        final String address;
        final String scan;
        /** Where the first answer of a connection has the most significant byte of its length. */
        final int lengthAt;

        Protocol(String title, String options, String address, String scan, int lengthAt) {
            this.title = title;
            this.options = options;
            this.address = address;
            this.scan = scan;
            this.lengthAt = lengthAt;
        }

        /** Whether each number is handed over; otherwise those between two polls are not. */
        boolean pushes() {
            return this != S7;
        }
    }

    final Protocol protocol;
    private final HeldPort port = new HeldPort();
    private final FaultProxy proxy;
    private Simulator simulator;

    CountedDevice(Protocol protocol, long seed) throws IOException {
        this(protocol, seed, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** @param at where its proxy listens */
    CountedDevice(Protocol protocol, long seed, InetSocketAddress at) throws IOException {
        this.protocol = protocol;
        simulator = start();
        proxy = FaultProxy.start(address(), at, seed);
    }

    private Simulator start() throws IOException {
        return switch (protocol) {
            case ADS ->
                AdsSimulator.builder()
                        .model(AdsModel.parse(
                                "taskCycle: 2ms\nsymbols:\n  MAIN.count: {type: UDINT, waveform: counter}\n"))
                        .bindPort(port.number())
                        .start();
            case S7 ->
                S7Simulator.builder()
                        .model(S7Model.parse(
                                "cycle: 100ms\npoints:\n  count: {address: \"DB1.DBD0:UDINT\", waveform: counter}\n"))
                        .bindPort(port.number())
                        .start();
            case OPC_UA ->
                OpcUaSimulator.builder()
                        .model(OpcUaModel.parse("cycle: 5ms\npoints:\n  count: {type: UInt32, waveform: counter}\n"))
                        .bindPort(port.number())
                        .start();
        };
    }

    /** Without a proxy. */
    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port.number());
    }

    FaultProxy proxy() {
        return proxy;
    }

    AdsSimulator ads() {
        return (AdsSimulator) simulator;
    }

    S7Simulator s7() {
        return (S7Simulator) simulator;
    }

    OpcUaSimulator opcUa() {
        return (OpcUaSimulator) simulator;
    }

    /** What it has counted. */
    long count() {
        Object value = switch (protocol) {
            case ADS -> ads().get("MAIN.count");
            case S7 -> s7().get("count");
            case OPC_UA -> opcUa().get("count");
        };
        return value instanceof Number number ? number.longValue() : Long.parseLong(String.valueOf(value));
    }

    /** Its power fails, for a moment: it begins to count again. */
    void restart() throws IOException {
        simulator.close();
        simulator = start();
    }

    /** The head of a deployment file: this device's connection, scan class and point. */
    String yaml() {
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
