package io.taktstrom.connect;

import java.io.IOException;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.SimulatorModel;

/** Simulated PLCs that count in {@code MAIN.counter}, and what a deployment says of them. */
public final class CountingPlc {

    private CountingPlc() {}

    /** Counts every 10 ms, on any port. */
    public static AdsSimulator start() throws IOException {
        return start(0);
    }

    /** The same on a certain port; 0 for any. */
    public static AdsSimulator start(int port) throws IOException {
        return AdsSimulator.builder()
                .model(SimulatorModel.parse("""
                        taskCycle: 10ms
                        symbols:
                          MAIN.counter: {type: UDINT, waveform: counter}
                          MAIN.setpoint: {type: DINT, value: 5}
                        """))
                .bindPort(port)
                .start();
    }

    /** A line of {@code connections}. */
    public static String connection(String name, AdsSimulator plc) {
        return "  %s: {type: ads, host: 127.0.0.1, port: %d, amsNetId: %s, amsPort: %d}\n"
                .formatted(
                        name,
                        plc.port(),
                        plc.amsAddress().netId(),
                        plc.amsAddress().port());
    }

    /** The deployment of one or more, named press0 and so on, each of which has a point counter. */
    public static String deployment(String ring, AdsSimulator... plcs) {
        StringBuilder connections = new StringBuilder("connections:\n");
        StringBuilder points = new StringBuilder("points:\n");
        for (int i = 0; i < plcs.length; i++) {
            connections.append(connection("press" + i, plcs[i]));
            points.append("  - {id: press%1$d.counter, on: press%1$d, address: MAIN.counter, unit: mm}\n".formatted(i));
        }
        return connections + points.toString() + """
                scanClasses:
                  default: {mode: notifyCyclic, cycle: 10ms, maxDelay: 20ms}
                streams:
                  - {id: all, from: "**", to: topics, ring: %s}
                sinks:
                  topics: {type: connect}
                """.formatted(ring);
    }
}
