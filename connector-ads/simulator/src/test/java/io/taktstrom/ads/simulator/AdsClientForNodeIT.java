package io.taktstrom.ads.simulator;

import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.testkit.peer.PeerChecks;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** ads-client 2.1.0 for Node.js, which speaks the protocol in its own way, finds what it finds in a PLC. */
class AdsClientForNodeIT {

    @TestFactory
    Stream<DynamicTest> adsClient() throws Exception {
        return PeerChecks.of("TAKT_NODE", "a Node.js, with ads-client 2.1.0 beside the script", node -> {
            try (AdsSimulator plc = AdsSimulator.builder().model(Peer.model()).start()) {
                List<String> command = List.of(
                        node,
                        Peer.FOLDER.resolve("node/client.mjs").toString(),
                        plc.address().getAddress().getHostAddress(),
                        Integer.toString(plc.port()),
                        plc.amsAddress().netId().toString());
                return Peer.tests(
                        plc,
                        command,
                        "device_info",
                        "states",
                        "symbols",
                        "data_types",
                        "values",
                        "enumerations",
                        "nested_structures",
                        "raw_values_and_handles",
                        "sum_commands",
                        "cyclic_subscription_without_gaps",
                        "subscription_on_change",
                        "methods",
                        "errors",
                        "stop_start_and_reset",
                        "online_change");
            }
        });
    }
}
