package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A server that takes less at once than it says, and large values: asyncua behind a proxy that refuses. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LimitsIT {

    private static final int POINTS = 300;

    /** Of a refused request, in bytes; enough for some ten entries, and for what is asked at first. */
    private static final int LONGEST = 600;

    @AutoClose
    private PeerServer server;

    private AnswerProxy proxy;
    private Connection connection;
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final List<Integer> accepted = new CopyOnWriteArrayList<>();

    @BeforeAll
    void startServer() throws IOException {
        server = PeerServer.asyncua();
        server.tell("many " + POINTS);
    }

    @BeforeEach
    void connect() throws IOException {
        notices.clear();
        accepted.clear();
        proxy = new AnswerProxy(server.port());
        connection = connect("");
    }

    private Connection connect(String more) throws ConnectorException {
        OpcUaProvider provider = new OpcUaProvider();
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        return provider.connect(
                provider.descriptor().parse("opc.tcp://127.0.0.1:" + proxy.port() + "?security=none" + more),
                new ConnectContext(EpochNanoClock.system(), observer));
    }

    @AfterEach
    void disconnect() throws IOException {
        connection.close();
        proxy.close();
    }

    private void refuseLong(int type) {
        proxy.refuse(request -> {
            if (request.type() != type) {
                return 0;
            }
            if (request.length() > LONGEST) {
                return StatusCode.BAD_TOO_MANY_OPERATIONS;
            }
            accepted.add(request.length());
            return 0;
        });
    }

    private static List<DataPoint> points(IntFunction<String> address) {
        return IntStream.range(0, POINTS)
                .mapToObj(i -> DataPoint.of(address.apply(i)).withWritable())
                .toList();
    }

    private static List<DataPoint> points() {
        return points(i -> PeerServer.address("many" + i));
    }

    private void expectHalved(String what) {
        assertThat(notices).anyMatch(notice -> notice.startsWith(what) && notice.contains("too many for the server"));
        assertThat(accepted).hasSizeGreaterThan(POINTS / 20);
    }

    private void expectNumbers(PointGroup group) throws ConnectorException {
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        for (int i = 0; i < POINTS; i++) {
            assertThat(StatusCode.name(batch.statusAt(i))).isEqualTo("Good");
            assertThat(Values.get(batch, i)).isEqualTo((long) i);
        }
    }

    @Test
    void readsAreHalvedUntilTheServerTakesThem() throws IOException {
        refuseLong(AnswerProxy.READ);
        expectNumbers(connection.resolve(points()));
        expectHalved("read");
    }

    @Test
    void writesAreHalvedUntilTheServerTakesThem() throws IOException {
        PointGroup group = connection.resolve(points());
        SampleBatch batch = group.newBatch();
        for (int i = 0; i < POINTS; i++) {
            Values.put(batch, i, (long) i);
        }
        refuseLong(AnswerProxy.WRITE);
        int[] statuses = new int[POINTS];
        connection.write(group, batch, statuses);
        assertThat(statuses).containsOnly(StatusCode.GOOD);
        expectHalved("write");
        expectNumbers(group);
    }

    @Test
    void browsePathsAreHalvedUntilTheServerTakesThem() throws IOException {
        refuseLong(AnswerProxy.TRANSLATE);
        expectNumbers(connection.resolve(points(i -> "/Objects/Many/many" + i)));
        expectHalved("translate browse paths");
    }

    @Test
    void browsesAreHalvedUntilTheServerTakesThem() throws IOException {
        refuseLong(AnswerProxy.BROWSE);
        List<BrowseNode> found = new ArrayList<>();
        try (BrowseCursor cursor = connection.browse(BrowseFilter.matching("/Objects/Many/*"))) {
            for (List<BrowseNode> page = cursor.next(100); !page.isEmpty(); page = cursor.next(100)) {
                found.addAll(page);
            }
        }
        assertThat(found).hasSize(POINTS);
        expectHalved("browse");
    }

    @Test
    void monitoredItemsAreHalvedUntilTheServerTakesThem() throws IOException {
        PointGroup group = connection.resolve(points());
        refuseLong(AnswerProxy.CREATE_MONITORED_ITEMS);
        RecordingSink sink = new RecordingSink(Duration.ofSeconds(60));
        connection.subscribe(group, SubscriptionSettings.onChange(Duration.ofMillis(50)), sink);
        expectHalved("create monitored items");
        sink.awaitCount(POINTS);
        for (int i = 0; i < POINTS; i++) {
            sink.awaitValue(PeerServer.address("many" + i), (long) i);
        }
        assertThat(sink.samples()).hasSize(POINTS);
    }

    @Test
    void aServerThatTakesNothingAtAllIsAnErrorAndNoEndlessLoop() throws IOException {
        PointGroup group = connection.resolve(points());
        proxy.refuse(request -> request.type() == AnswerProxy.READ ? StatusCode.BAD_TOO_MANY_OPERATIONS : 0);
        assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                .isInstanceOf(DeviceErrorException.class)
                .hasMessageContaining("Bad_TooManyOperations");
        proxy.refuse(request -> 0);
        expectNumbers(group);
    }

    @Test
    void ourOwnLimitIsKeptTo() throws IOException {
        try (Connection small = connect("&maxNodesPerRequest=7")) {
            List<Integer> lengths = new ArrayList<>();
            proxy.refuse(request -> {
                if (request.type() == AnswerProxy.READ) {
                    lengths.add(request.length());
                }
                return 0;
            });
            PointGroup group = small.resolve(points());
            lengths.clear();
            small.read(group, group.newBatch());
            assertThat(lengths).hasSize((POINTS + 6) / 7);
        }
    }

    @Test
    void whatIsKnownOfAKindOfServerIsKeptTo() throws IOException {
        try (Connection small = connect("&profile=s7-1200")) {
            assertThat(small.device().details()).containsEntry("profile", "s7-1200");
            PointGroup group = small.resolve(points());
            AtomicInteger reads = new AtomicInteger();
            proxy.refuse(request -> {
                if (request.type() == AnswerProxy.READ) {
                    reads.incrementAndGet();
                }
                return 0;
            });
            small.read(group, group.newBatch());
            assertThat(reads).hasValue(POINTS / 100);
        }
        assertThat(connection.device().details()).containsEntry("profile", "generic");
    }

    @Test
    void anArrayOfAMillionElementsIsRead() throws IOException {
        server.tell("large million 1000000");
        try (Connection direct = Connectors.connect(server.uri() + "&requestTimeout=60s")) {
            PointGroup group = direct.resolve(List.of(DataPoint.of(PeerServer.address("million"))));
            SampleBatch batch = group.newBatch();
            direct.read(group, batch);
            assertThat(StatusCode.name(batch.statusAt(0))).isEqualTo("Good");
            assertThat((List<?>) Values.get(batch, 0)).hasSize(1_000_000).last().isEqualTo(999_999L);
        }
    }

    @Test
    void anAnswerThatIsTooLargeEndsTheConnectionAndSaysWhatToDo() throws IOException {
        for (String limit : List.of("maxMessageBytes=65536", "maxMemory=2MiB")) {
            try (Connection small = connect("&" + limit)) {
                PointGroup group = small.resolve(points());
                proxy.change(answer -> List.of(answer.claiming(1 << 20)));
                assertThatThrownBy(() -> small.read(group, group.newBatch()))
                        .isInstanceOf(ConnectorException.class)
                        .hasMessageContaining("raise " + limit.substring(0, limit.indexOf('=')));
            } finally {
                proxy.change(List::of);
            }
        }
    }
}
