package io.taktstrom.opcua.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.testkit.peer.PeerChecks;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Third-party clients find in the simulator what they find in a server. */
class PeerClientsIT {

    private static final Path FOLDER = Path.of("src/test/interop");

    @TempDir
    private static Path certificates;

    /** Asks for certificates and passwords. */
    @AutoClose
    private static OpcUaSimulator secure;

    @BeforeAll
    static void startSecureServer() throws IOException {
        secure = OpcUaSimulator.builder()
                .model(OpcUaModel.parse("""
                        namespace: urn:taktstrom:peers
                        points: {all.serial: {type: UInt32, value: 4711, writable: false}}
                        users: {ann: secret}
                        """))
                .certificates(certificates)
                .offerNone(false)
                .knownClientsOnly(true)
                .start();
    }

    /** Each client has an open server of its own, and the secure one. */
    private static Stream<DynamicTest> checks(String variable, String what, String script, String... checks)
            throws Exception {
        OpcUaModel model = OpcUaModel.parse(Files.readString(FOLDER.resolve("peers.yaml")));
        return PeerChecks.of(variable, what, program -> {
            try (OpcUaSimulator open = OpcUaSimulator.builder().model(model).start()) {
                List<String> command = List.of(
                        program, FOLDER.resolve(script).toString(), open.url(), certificates.toString(), secure.url());
                return PeerChecks.run(command, checks);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> asyncua() throws Exception {
        return checks(
                "TAKT_PYTHON",
                "a Python with asyncua 2.1.0",
                "asyncua_client.py",
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

    @TestFactory
    Stream<DynamicTest> nodeOpcua() throws Exception {
        return checks(
                "TAKT_NODE",
                "a Node.js, with node-opcua 2.182.2 beside the script",
                "node/client.mjs",
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
}
