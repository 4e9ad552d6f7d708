package io.taktstrom.benchmarks.scale;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.simulation.ConnectionLimits;
import io.taktstrom.simulation.Simulator;

/** How points are sampled: a protocol, and whether the device pushes. */
enum Way {
    S7_POLLED("S7 polled"),
    ADS_POLLED("ADS polled"),
    ADS_NOTIFIED("ADS notified"),
    OPC_UA_NOTIFIED("OPC UA notified");

    /** Sessions of one OPC UA server; a PLC of the others has a connection each. */
    private static final int SESSIONS = 100;
    /** More than it needs: a client that was impatient leaves a session behind for a while. */
    private static final int MAX_SESSIONS = 1000;

    final String text;

    Way(String text) {
        this.text = text;
    }

    static Way of(String text) {
        for (Way way : values()) {
            if (way.text.equals(text)) {
                return way;
            }
        }
        throw new IllegalArgumentException("no way " + text);
    }

    /** Starts one device. */
    @FunctionalInterface
    private interface Start {
        Simulator start() throws IOException;
    }

    /** The URI for each connection; what is started is added to the list. */
    List<String> serve(int connections, int points, List<Simulator> started) throws IOException {
        Start devices = devices(points);
        List<String> uris = new ArrayList<>();
        while (uris.size() < connections) {
            Simulator device = devices.start();
            started.add(device);
            int shared = this == OPC_UA_NOTIFIED ? SESSIONS : 1;
            for (int i = 0; i < shared && uris.size() < connections; i++) {
                uris.add(device.endpointUri());
            }
        }
        return uris;
    }

    /** Their values change once a second. The model is read once for all. */
    private Start devices(int points) {
        return switch (this) {
            case S7_POLLED -> {
                var model =
                        io.taktstrom.s7.simulator.model.S7Model.parse("blocks: {DB1: {bytes: " + 4 * points + "}}\n");
                yield () -> S7Simulator.builder().model(model).start();
            }
            case ADS_POLLED, ADS_NOTIFIED -> {
                var model = counters(points);
                yield () -> AdsSimulator.builder()
                        .model(model)
                        .taskCycle(Duration.ofSeconds(1))
                        .notificationLimit(points + 1)
                        .start();
            }
            case OPC_UA_NOTIFIED -> {
                var model = io.taktstrom.opcua.simulator.model.OpcUaModel.parse("cycle: 1s\nlimits: {sessions: "
                        + MAX_SESSIONS + "}\npoints:\n  load.v: {type: Int32, count: " + points
                        + ", waveform: counter}\n");
                yield () -> OpcUaSimulator.builder()
                        .connectionLimits(ConnectionLimits.DEFAULT.withConnections(MAX_SESSIONS))
                        .model(model)
                        .start();
            }
        };
    }

    private static io.taktstrom.ads.simulator.model.AdsModel counters(int points) {
        StringBuilder model = new StringBuilder("symbols:\n");
        for (int i = 0; i < points; i++) {
            model.append("  MAIN.v").append(i).append(": {type: DINT, waveform: counter}\n");
        }
        return io.taktstrom.ads.simulator.model.AdsModel.parse(model.toString());
    }

    String address(int point) {
        return switch (this) {
            case S7_POLLED -> "DB1.DBD" + 4 * point + ":DINT";
            case ADS_POLLED, ADS_NOTIFIED -> "MAIN.v" + point;
            case OPC_UA_NOTIFIED -> "nsu=urn:taktstrom:simulator;s=load.v" + point;
        };
    }

    /** The scan class, as it stands in a deployment file. */
    String scan(String cycle) {
        return switch (this) {
            case S7_POLLED, ADS_POLLED -> "{mode: poll, every: " + cycle + "}";
            case ADS_NOTIFIED, OPC_UA_NOTIFIED -> "{mode: notify, cycle: " + cycle + "}";
        };
    }

    /** More of a connection's options than its URI has. When all connect at once, the simulators need their time. */
    String options(int points) {
        return ", connectTimeout: 30s" + (this == ADS_NOTIFIED ? ", maxNotifications: " + (points + 1) : "");
    }
}
