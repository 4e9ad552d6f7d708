package io.taktstrom.opcua;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.RequestTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A server that states sizes which do not fit anywhere, or goes on for ever: it costs its own points, and a set time. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileSizesIT {

    /** What asyncua's answer has behind its header: the number of entries. */
    private static final int BROWSE_RESPONSE = 530;

    private static final int BROWSE_NEXT_RESPONSE = 536;

    private PeerServer server;
    private AnswerProxy proxy;
    private final List<String> notices = new CopyOnWriteArrayList<>();

    @BeforeAll
    void startServer() throws IOException {
        server = PeerServer.asyncua();
        proxy = new AnswerProxy(server.port());
        server.tell("shape huge 1 [500000000]");
        server.tell("shape square 2 [65536,65536]");
        server.tell("shape deep 3 [4294967295,4294967295,4294967295]");
        server.tell("texts texts 1000000");
        server.tell("set int32 42");
    }

    @AfterAll
    void stopServer() throws IOException {
        if (server != null) {
            proxy.close();
            server.close();
        }
    }

    private Connection connect(Map<String, String> options) throws ConnectorException {
        return connect(proxy.port(), options);
    }

    private Connection connect(int port, Map<String, String> options) throws ConnectorException {
        OpcUaProvider provider = new OpcUaProvider();
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        StringBuilder uri = new StringBuilder("opc.tcp://127.0.0.1:" + port + "?security=none");
        options.forEach(
                (name, value) -> uri.append('&').append(name).append('=').append(value));
        return provider.connect(
                provider.descriptor().parse(uri.toString()), new ConnectContext(EpochNanoClock.system(), observer));
    }

    @Test
    void absurdSizesCostTheirOwnPointsAndNoOther() throws IOException {
        // The proxy knows answers of one chunk only, and the texts take many.
        try (Connection connection =
                connect(server.port(), Map.of("maxMemory", "64MiB", "requestTimeout", "60s", "browseTimeout", "2m"))) {
            for (int round = 0; round < 2; round++) {
                PointGroup group = connection.resolve(List.of(
                        DataPoint.of(PeerServer.address("huge")),
                        DataPoint.of(PeerServer.address("square")),
                        DataPoint.of(PeerServer.address("int32")),
                        DataPoint.of(PeerServer.address("deep")),
                        DataPoint.of(PeerServer.address("texts"))));
                SampleBatch batch = group.newBatch();
                connection.read(group, batch);
                for (int bad : new int[] {0, 1, 3, 4}) {
                    assertThat(StatusCode.name(batch.statusAt(bad)))
                            .as(group.points().get(bad).address())
                            .isEqualTo("Bad_EncodingLimitsExceeded");
                }
                assertThat(Values.get(batch, 2)).isEqualTo(42L);
                group.close();
            }
        }
        assertThat(notices).anyMatch(notice -> notice.contains("huge") && notice.contains("maxMemory"));
    }

    /** As a server that keeps to the size that we take, and so cannot send one of the values. */
    @Test
    void aValueThatIsTooLargeForAnAnswerCostsItsOwnPointOnly() throws IOException {
        proxy.change(List::of);
        try (Connection connection = connect(Map.of())) {
            PointGroup group = connection.resolve(
                    List.of(DataPoint.of(PeerServer.address("int32")), DataPoint.of(PeerServer.address("row"))));
            byte[] row = "row".getBytes(StandardCharsets.US_ASCII);
            proxy.refuse(request -> request.type() == AnswerProxy.READ && request.has(row) ? (int) 0x80B9_0000L : 0);
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            assertThat(Values.get(batch, 0)).isEqualTo(42L);
            assertThat(StatusCode.name(batch.statusAt(1))).isEqualTo("Bad_ResponseTooLarge");
        } finally {
            proxy.refuse(request -> 0);
        }
    }

    /** Each page leads to another one, without end. */
    @Test
    void aBrowseThatGoesOnForEverIsOverAfterItsTime() throws IOException {
        AtomicInteger pages = new AtomicInteger();
        proxy.change(answer -> {
            boolean first = answer.type() == BROWSE_RESPONSE;
            boolean next = pages.get() > 0 && answer.type() != 0;
            if (!first && !next) {
                return List.of(answer);
            }
            pages.incrementAndGet();
            // One result: Good, continuation point "x", no references; no diagnostics.
            byte[] body = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 'x', 0, 0, 0, 0, 0, 0, 0, 0};
            return List.of(answer.ofType(first ? BROWSE_RESPONSE : BROWSE_NEXT_RESPONSE)
                    .good(body));
        });
        try (Connection connection = connect(Map.of("browseTimeout", "500ms"));
                BrowseCursor cursor = connection.browse(BrowseFilter.ALL)) {
            assertThatThrownBy(() -> cursor.next(10))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessageContaining("not done after 500 ms")
                    .hasMessageContaining("browseTimeout");
            assertThat(pages.get()).isGreaterThan(1);
            proxy.change(List::of);
        }
    }
}
