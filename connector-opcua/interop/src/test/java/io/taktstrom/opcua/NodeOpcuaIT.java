package io.taktstrom.opcua;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.DeviceMethod;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What node-opcua does otherwise than asyncua: it states limits and keeps to them, and has its own view of security. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeOpcuaIT {

    /** More than the server takes in one request. */
    private static final int MANY = 250;

    @AutoClose
    private PeerServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    void startServer(@TempDir Path keys) throws IOException {
        server = PeerServer.nodeOpcua(keys.toString());
        server.tell("set int32 42");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&security=Basic256Sha256", "&security=Aes256_Sha256_RsaPss"})
    void onceTrustedItIsReadSecurelyAlsoByAUser(String security) throws IOException {
        SecureServer reached = SecureServer.knowingItself(
                "opc.tcp://127.0.0.1:" + server.port(), folder.resolve("pki"), PeerServer.address("int32"));
        // Its certificate names the host's own name only.
        String options = "&checkHost=false" + security;
        reached.accept(options);
        reached.reads42(options);
        reached.reads42(options + "&user=ann&password=secret");
        reached.refuses(options + "&user=ann&password=wrong", "check user and password");
    }

    @Test
    void itHasMethodsToo() throws IOException {
        try (OpcUaConnection connection = (OpcUaConnection) Connectors.connect(server.uri())) {
            DeviceMethod add = connection.method(PeerServer.address("Test"), "add");
            SampleBatch inputs = add.inputs().newBatch();
            Values.put(inputs, 0, -1L);
            Values.put(inputs, 1, 1L << 40);
            assertThat(Values.get(add.call(inputs), 0)).isEqualTo((1L << 40) - 1);
        }
    }

    @Test
    void itsStatedLimitsAreKeptTo() throws IOException {
        try (Connection connection = Connectors.connect(server.uri())) {
            List<DataPoint> points = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                points.add(DataPoint.of("p" + i, PeerServer.address("int32")));
            }
            PointGroup group = connection.resolve(points);
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            for (int i = 0; i < MANY; i++) {
                assertThat(StatusCode.name(batch.statusAt(i))).isEqualTo("Good");
                assertThat(Values.get(batch, i)).isEqualTo(42L);
            }
        }
    }

    @Test
    void browsingFindsItsVariablesAndTheirTypes() throws IOException {
        try (Connection connection = Connectors.connect(server.uri());
                BrowseCursor cursor = connection.browse(BrowseFilter.matching("/Objects/Test/*"))) {
            List<BrowseNode> nodes = cursor.next(1000);
            assertThat(nodes)
                    .filteredOn(node -> node.address().equals(PeerServer.address("press")))
                    .singleElement()
                    .matches(node -> String.valueOf(node.type()).contains("Press"));
        }
    }
}
