package io.taktstrom.ads.simulator;

import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.testkit.peer.PeerChecks;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** ads-client 2.1.0 for Node.js asks the simulator's router for an AMS port, as it asks TwinCAT's on its own machine. */
class NodeLocalRouterIT {

    @TestFactory
    Stream<DynamicTest> adsClient() throws Exception {
        return PeerChecks.of("TAKT_NODE", "a Node.js, with ads-client 2.1.0 beside the script", node -> {
            try (AdsSimulator plc = AdsSimulator.builder()
                    .model(Peer.model())
                    .routeRequired(true)
                    .start()) {
                List<String> command = List.of(
                        node,
                        Peer.FOLDER.resolve("node/local_router.mjs").toString(),
                        plc.address().getAddress().getHostAddress(),
                        Integer.toString(plc.port()),
                        plc.amsAddress().netId().toString());
                return Peer.tests(plc, command, "port_is_given", "values", "two_clients", "port_is_given_back");
            }
        });
    }
}
