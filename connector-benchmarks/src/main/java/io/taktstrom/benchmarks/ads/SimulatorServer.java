package io.taktstrom.benchmarks.ads;

import java.io.IOException;
import java.net.InetAddress;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.benchmarks.worker.ServerLoop;

/**
 * The server that all contenders talk to, in a process of its own: 1000 DINTs that hold their own number, and a burst of
 * notifications. Takes HOST PORT BURST-TOTAL, prints {@code ready URI}, ends with its input.
 */
final class SimulatorServer {

    private SimulatorServer() {}

    public static void main(String[] args) throws IOException {
        AdsSimulator simulator = AdsSimulator.builder()
                .bindAddress(InetAddress.getByName(args[0]))
                .bindPort(Integer.parseInt(args[1]))
                .model(AdsModel.dints(AdsContender.GROUP))
                .burst(new Burst(0, 1, Long.parseLong(args[2])))
                .start();
        try (simulator) {
            ServerLoop.serve(simulator.endpointUri());
        }
    }
}
