package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

import io.taktstrom.ads.simulator.AdsFault;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.benchmarks.worker.ServerLoop;
import io.taktstrom.simulation.FaultScope;

/**
 * The device with the paper's 28 variables, in a process of its own: HOST PORT KIND, prints {@code ready URI}, ends with
 * its input.
 */
final class PaperServer {

    /** How the device answers. */
    enum Kind {
        INSTANT,
        CYCLE,
        LINK
    }

    private static final Duration HALF_ROUND_TRIP = Duration.ofMillis(1).dividedBy(2);

    private PaperServer() {}

    public static void main(String[] args) throws IOException {
        InetSocketAddress at = new InetSocketAddress(InetAddress.getByName(args[0]), Integer.parseInt(args[1]));
        Kind kind = Kind.valueOf(args[2]);
        boolean link = kind == Kind.LINK;
        AdsSimulator simulator = AdsSimulator.builder()
                .bindAddress(at.getAddress())
                .bindPort(link ? 0 : at.getPort())
                .model(AdsModel.paper())
                .start();
        try (simulator) {
            String uri = simulator.endpointUri();
            if (link) {
                DelayedLink.open(at, new InetSocketAddress(at.getAddress(), simulator.port()), HALF_ROUND_TRIP);
                uri = uri.replace(":" + simulator.port() + "/", ":" + at.getPort() + "/");
            } else if (kind == Kind.CYCLE) {
                simulator.faults().add(new AdsFault.AnswerAtNextCycle(FaultScope.all()));
            }
            ServerLoop.serve(uri);
        }
    }
}
