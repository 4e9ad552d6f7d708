package io.taktstrom.opcua;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadWriteIT {

    @AutoClose
    private PeerServer server;

    private Connection connection;

    @BeforeAll
    void startServer() throws IOException {
        server = PeerServer.asyncua();
    }

    @BeforeEach
    void connect() throws IOException {
        connection = Connectors.connect(server.uri());
    }

    @AfterEach
    void disconnect() {
        connection.close();
    }

    private Object read(String address) throws IOException {
        PointGroup group = connection.resolve(List.of(DataPoint.of(address)));
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(StatusCode.name(batch.statusAt(0))).as(address).isEqualTo("Good");
        return Values.get(batch, 0);
    }

    @Test
    void theServerSaysWhatItIs() throws IOException {
        assertThat(connection.device().state()).isEqualTo("RUNNING");
    }

    @Test
    void aNodeIsFoundByUriAndByIndex() throws IOException {
        server.tell("set int32 -7");
        assertThat(read(PeerServer.address("int32"))).isEqualTo(-7L);
        assertThat(read("ns=2;s=int32")).isEqualTo(-7L);
        assertThat(read("i=2261")).as("the product's name").isNotEqualTo("");
    }

    @Test
    void whatIsWrittenIsWhatTheServerHas() throws IOException {
        PointGroup group = connection.resolve(
                List.of(DataPoint.of(PeerServer.address("double")).withWritable()));
        SampleBatch batch = group.newBatch();
        Values.put(batch, 0, 2.5);
        int[] statuses = new int[1];
        connection.write(group, batch, statuses);
        assertThat(StatusCode.name(statuses[0])).isEqualTo("Good");
        assertThat(server.tell("get double")).isEqualTo("\"2.5\"");
    }

    @Test
    void aSampleHasTheTimeThatItsSourceGaveIt() throws IOException {
        server.tell("set int16 5");
        PointGroup group = connection.resolve(List.of(DataPoint.of(PeerServer.address("int16"))));
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(batch.sourceTimeAt(0)).isGreaterThan(1_500_000_000_000_000_000L);
    }

    @Test
    void withoutAWordAboutSecurityThereIsNoConnectionWithoutIt() {
        String uri = "opc.tcp://127.0.0.1:" + server.port();
        assertThatThrownBy(() -> Connectors.connect(uri)).isInstanceOf(ConnectFailedException.class);
    }

    @Test
    void aPasswordDoesNotGoOverAnOpenConnection() {
        assertThatThrownBy(() -> Connectors.connect(server.uri() + "&user=ann&password=secret"))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("insecure: true")
                .hasMessageNotContaining("secret");
    }

    @Test
    void everyBuiltInTypeIsRead() throws IOException {
        Map<String, Object> expected =
                Map.of("boolean", true, "sbyte", -3L, "byte", 200L, "uint64", 5L, "float", 1.5f, "string", "Grüße");
        server.tell("set boolean true");
        server.tell("set sbyte -3");
        server.tell("set byte 200");
        server.tell("set uint64 5");
        server.tell("set float 1.5");
        server.tell("set string \"Gr\\u00fc\\u00dfe\"");
        for (Map.Entry<String, Object> each : expected.entrySet()) {
            assertThat(read(PeerServer.address(each.getKey()))).isEqualTo(each.getValue());
        }
    }
}
