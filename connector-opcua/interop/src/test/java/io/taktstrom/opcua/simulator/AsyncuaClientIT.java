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

/** asyncua 2.1.0 finds in the simulator what it finds in a server. */
class AsyncuaClientIT {

    @TempDir
    Path certificates;

    @TestFactory
    Stream<DynamicTest> asyncua() throws Exception {
        return PeerChecks.of("TAKT_PYTHON", "a Python with asyncua 2.1.0", program -> {
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
                        Peer.FOLDER.resolve("asyncua_client.py").toString(),
                        open.url(),
                        certificates.toString(),
                        secure.url());
                return PeerChecks.run(
                        command,
                        "scalars",
                        "times",
                        "arrays",
                        "structures",
                        "enumerations",
                        "browsing",
                        "rights",
                        "wrong_types_are_refused",
                        "a_counter_without_gaps",
                        "two_thousand_items",
                        "a_write_is_told",
                        "methods",
                        "events",
                        "event_filters_that_cannot_be_served_are_refused",
                        "history",
                        "refusals_of_history",
                        "secure_connections",
                        "wrong_passwords_are_refused");
            }
        });
    }
}
