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
import io.taktstrom.opcua.trust.TrustStore;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What node-opcua does otherwise than asyncua: it states limits and keeps to them, and has its own view of security. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeOpcuaIT {

    /** More than the server takes in one request. */
    private static final int MANY = 250;

    private PeerServer server;

    @TempDir
    private Path folder;

    @BeforeAll
    void startServer(@TempDir Path keys) throws IOException {
        server = PeerServer.nodeOpcua(keys.toString());
        server.tell("set int32 42");
    }

    @AfterAll
    void stopServer() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /** Its certificate names the host's own name only. */
    private String secure(String more) {
        return "opc.tcp://127.0.0.1:" + server.port() + "?checkHost=false&connectTimeout=30s&pki="
                + folder.resolve("pki") + more;
    }

    private static void reads42(Connection connection) throws IOException {
        PointGroup group = connection.resolve(List.of(DataPoint.of(PeerServer.address("int32"))));
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(Values.get(batch, 0)).isEqualTo(42L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&security=Basic256Sha256", "&security=Aes256_Sha256_RsaPss"})
    void onceTrustedItIsReadSecurelyAlsoByAUser(String security) throws IOException {
        assertThatThrownBy(() -> Connectors.connect(secure(security)))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("unknown and in quarantine");
        TrustStore store = new TrustStore(folder.resolve("pki"));
        store.put(store.list().get(0).certificate(), TrustStore.Verdict.TRUSTED);
        try (Connection connection = Connectors.connect(secure(security))) {
            reads42(connection);
        }
        try (Connection connection = Connectors.connect(secure(security + "&user=ann&password=secret"))) {
            reads42(connection);
        }
        assertThatThrownBy(() -> Connectors.connect(secure(security + "&user=ann&password=wrong")))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("check user and password");
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
