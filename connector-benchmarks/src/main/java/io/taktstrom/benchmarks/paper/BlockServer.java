package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.net.InetAddress;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.benchmarks.worker.ServerLoop;

/**
 * A device that fills a ring of numbered samples, a second long, in its task of 1 ms: HOST PORT SAMPLES-PER-CYCLE, prints
 * {@code ready URI}, ends with its input.
 */
final class BlockServer {

    static final String RING = "MAIN.ring.aNumber";
    static final int CYCLES_PER_SECOND = 1000;

    private BlockServer() {}

    public static void main(String[] args) throws IOException {
        int perCycle = Integer.parseInt(args[2]);
        AdsSimulator simulator = AdsSimulator.builder()
                .bindAddress(InetAddress.getByName(args[0]))
                .bindPort(Integer.parseInt(args[1]))
                .model(AdsModel.parse("""
                        taskCycle: 1ms
                        types:
                          ST_Ring:
                            struct:
                              nHead: ULINT
                              nFileTime: ULINT
                              nPeriod: UDINT
                              aNumber: "ARRAY[0..%d] OF UDINT"
                              nNext: ULINT
                        symbols:
                          MAIN.ring: {type: ST_Ring, waveform: {ring: {samplesPerCycle: %d}}}
                        """.formatted(perCycle * CYCLES_PER_SECOND - 1, perCycle)))
                .start();
        try (simulator) {
            ServerLoop.serve(simulator.endpointUri());
        }
    }
}
