package io.taktstrom.opcua.simulator;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.opcua.simulator.model.SimulatorModel;
import io.taktstrom.testkit.PeerChecks;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** node-opcua 2.182.2 finds in the simulator what it finds in a server. */
class NodeOpcuaClientIT {

    @TempDir
    Path certificates;

    @TestFactory
    Stream<DynamicTest> nodeOpcua() throws Exception {
        return PeerChecks.of("TAKT_NODE", "a Node.js, with node-opcua 2.182.2 beside the script", program -> {
            SimulatorModel model = Peer.model();
            try (OpcUaSimulator open = OpcUaSimulator.builder().model(model).start();
                    OpcUaSimulator secure = OpcUaSimulator.builder()
                            .model(model.withUsers(Map.of("ann", "secret")))
                            .certificates(certificates)
                            .offerNone(false)
                            .knownClientsOnly(true)
                            .start()) {
                List<String> command = List.of(
                        program,
                        Peer.FOLDER.resolve("node").resolve("client.mjs").toString(),
                        open.url(),
                        certificates.toString(),
                        secure.url());
                return PeerChecks.run(
                        command,
                        "scalars",
                        "writes",
                        "arrays",
                        "structures",
                        "browsing",
                        "a_counter_without_gaps",
                        "two_thousand_items",
                        "methods",
                        "events",
                        "history",
                        "secure_connections");
            }
        });
    }
}
