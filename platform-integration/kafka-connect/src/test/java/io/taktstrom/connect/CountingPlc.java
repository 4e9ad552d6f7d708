package io.taktstrom.connect;

import java.io.IOException;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;

/**
 * Simulated PLCs that count in {@code MAIN.counter}, and in a ring that holds the samples of a minute; and what a deployment says of
 * them.
 */
public final class CountingPlc {

    private CountingPlc() {}

    /** Counts every 10 ms, on any port. */
    public static AdsSimulator start() throws IOException {
        return start(0);
    }

    /** The same on a certain port; 0 for any. */
    public static AdsSimulator start(int port) throws IOException {
        return AdsSimulator.builder().model(AdsModel.parse("""
                        taskCycle: 10ms
                        types:
                          ST_Ring:
                            struct:
                              nHead: ULINT
                              nFileTime: ULINT
                              nPeriod: UDINT
                              aNumber: "ARRAY[0..5999] OF UDINT"
                              nNext: ULINT
                        symbols:
                          MAIN.ring: {type: ST_Ring, waveform: {ring: {samplesPerCycle: 1}}}
                          MAIN.counter: {type: UDINT, waveform: counter}
                          MAIN.setpoint: {type: DINT, value: 5}
                        """)).bindPort(port).start();
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

    /** The deployment of one or more, named press0 and so on, each of which has the point counter. */
    public static String deployment(String ring, AdsSimulator... plcs) {
        return deployment(ring, "  - {id: press%1$d.counter, on: press%1$d, address: MAIN.counter, unit: mm}\n", plcs);
    }

    /** The same with the samples of the device's ring besides, as the point ring. */
    public static String deploymentWithRings(String ring, AdsSimulator... plcs) {
        return deployment(ring, """
                  - {id: press%1$d.counter, on: press%1$d, address: MAIN.counter}
                  - {id: press%1$d.ring, on: press%1$d, address: MAIN.ring.aNumber, scan: ring}
                """, plcs);
    }

    private static String deployment(String ring, String pointsOfOne, AdsSimulator... plcs) {
        StringBuilder connections = new StringBuilder("connections:\n");
        StringBuilder points = new StringBuilder("points:\n");
        for (int i = 0; i < plcs.length; i++) {
            connections.append(connection("press" + i, plcs[i]));
            points.append(pointsOfOne.formatted(i));
        }
        return connections + points.toString() + """
                scanClasses:
                  default: {mode: notifyCyclic, cycle: 10ms, maxDelay: 20ms}
                  ring: {mode: block, every: 100ms}
                streams:
                  - {id: all, from: "**", to: topics, ring: %s}
                sinks:
                  topics: {type: connect}
                """.formatted(ring);
    }
}
