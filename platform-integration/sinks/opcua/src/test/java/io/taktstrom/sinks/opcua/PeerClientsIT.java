package io.taktstrom.sinks.opcua;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Period;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.PeerChecks;
import org.eclipse.milo.opcua.stack.core.util.SelfSignedCertificateBuilder;
import org.eclipse.milo.opcua.stack.core.util.SelfSignedCertificateGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Clients that others wrote find each point, get each value, and are let in only with the right certificate and password. */
class PeerClientsIT {

    private static final TestGroup POINTS = new TestGroup(
            List.of(
                    TestGroup.point("press1.count", ""),
                    TestGroup.point("press1.force", "kN"),
                    TestGroup.point("press1.row", ""),
                    TestGroup.point("press1.text", ""),
                    TestGroup.point("press1.recipe", ""),
                    TestGroup.point("press1.state", ""),
                    TestGroup.point("press1.later", "")),
            List.of(
                    ScalarType.DINT,
                    ScalarType.REAL,
                    ArrayType.of(ScalarType.INT, 3),
                    StringType.wstring(20),
                    new StructType(
                            "ST_Recipe",
                            List.of(
                                    new StructType.Field("id", ScalarType.DINT, 0),
                                    new StructType.Field("name", StringType.string(20), 4),
                                    new StructType.Field("ok", ScalarType.BOOL, 25)),
                            28),
                    new EnumType(
                            "E_State",
                            ScalarType.INT,
                            List.of(new EnumType.Member("Idle", 0), new EnumType.Member("Running", 7))),
                    ScalarType.LREAL));

    private static final Object[] FIRST = {
        0, 1.5f, List.of(1, -2, 3), "Zo\u00eb", Map.of("id", 7, "name", "seven", "ok", true), "Running"
    };

    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeCertificates() throws Exception {
        X509Certificate trusted = certificate("client");
        certificate("other");
        new TrustStore(folder.resolve("pki")).put(trusted, TrustStore.Verdict.TRUSTED);
    }

    private static X509Certificate certificate(String name) throws Exception {
        KeyPair keys = SelfSignedCertificateGenerator.generateRsaKeyPair(2048);
        X509Certificate certificate = new SelfSignedCertificateBuilder(keys)
                .setCommonName(name)
                .setApplicationUri("urn:peer:" + name)
                .setValidityPeriod(Period.ofDays(2))
                .addDnsName("localhost")
                .build();
        Files.write(folder.resolve(name + ".der"), certificate.getEncoded());
        pem(name + ".crt.pem", "CERTIFICATE", certificate.getEncoded());
        pem(name + ".pem", "PRIVATE KEY", keys.getPrivate().getEncoded());
        return certificate;
    }

    private static void pem(String file, String what, byte[] content) throws IOException {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        Files.writeString(
                folder.resolve(file), "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n");
    }

    private static Stream<DynamicTest> checks(String variable, String what, String script, String... checks)
            throws Exception {
        return PeerChecks.of(variable, what, program -> {
            try (HeldPort port = new HeldPort();
                    Sink sink = open(port)) {
                SinkInlet inlet = sink.inlet("all", POINTS.points());
                POINTS.publish(inlet, 1, FIRST);
                Files.copy(
                        folder.resolve("pki/own/certificate.der"),
                        Files.createTempFile(folder, "server", "").resolveSibling("server.der"),
                        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                List<String> command = List.of(
                        program,
                        script,
                        "opc.tcp://127.0.0.1:" + port.number() + "/",
                        folder.toAbsolutePath().toString());
                return PeerChecks.run(command, client -> count(inlet, client), checks);
            }
        });
    }

    private static Sink open(HeldPort port) throws IOException {
        OpcUaServerProvider provider = new OpcUaServerProvider();
        return provider.open(
                provider.descriptor()
                        .values(
                                "sink plant",
                                Map.of(
                                        "port", String.valueOf(port.number()),
                                        "pki", folder.resolve("pki").toString(),
                                        "users", "ann=secret\n")),
                SinkContext.standard("plant"));
    }

    /** About a thousand values a second while the client runs. */
    private static void count(SinkInlet inlet, Process client) {
        try {
            for (int i = 1; client.isAlive(); i++) {
                POINTS.publish(inlet, i + 1, i);
                LockSupport.parkNanos(1_000_000);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> asyncua() throws Exception {
        return checks(
                "TAKT_PYTHON",
                "a Python with asyncua 2.1.0",
                "src/test/interop/asyncua_client.py",
                "folders_and_variables",
                "values_types_and_times",
                "structures_and_enumerations",
                "no_value_yet",
                "every_value_in_order",
                "a_full_queue_is_marked",
                "writes_are_refused",
                "unknown_nodes",
                "secure_connections",
                "wrong_passwords_are_refused",
                "unknown_certificates_are_refused");
    }

    /** Beside the script of the connector's own tests, as node-opcua is installed there. */
    @TestFactory
    Stream<DynamicTest> nodeOpcua() throws Exception {
        return checks(
                "TAKT_NODE",
                "Node.js with node-opcua",
                "../../../connector-opcua/interop/src/test/interop/node/sink_client.mjs",
                "values",
                "every_value_in_order",
                "writes_are_refused",
                "secure_connections",
                "wrong_passwords_are_refused");
    }
}
