package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
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
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.SubscriptionSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Servers that are not quite as the standard wants them, and can be used all the same. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OddServersIT {

    @AutoClose
    private PeerServer server;

    private AnswerProxy proxy;

    @BeforeAll
    void startServer() throws IOException {
        server = PeerServer.asyncua();
        server.tell("odd odd");
        server.tell("untyped untyped");
        server.tell("alien alien");
        server.tell("dictionary old");
        server.tell("dictionary broken");
        server.tell("large vary 3");
        server.tell("shape grid 2 [3,2]");
        server.tell("shape free 1 [0]");
    }

    @BeforeEach
    void startProxy() throws IOException {
        proxy = new AnswerProxy(server.port());
    }

    @AfterEach
    void stopProxy() throws IOException {
        proxy.close();
    }

    private String uri(String more) {
        return "opc.tcp://127.0.0.1:" + proxy.port() + "?security=none" + more;
    }

    private Connection connect(List<String> notices) throws IOException {
        ConnectorProvider provider = Connectors.providerOf(uri(""));
        ConnectContext context = new ConnectContext(EpochNanoClock.system(), new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        });
        return provider.connect(provider.descriptor().parse(uri("")), context);
    }

    private static Object read(Connection connection, PointGroup group, int point) throws IOException {
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(StatusCode.name(batch.statusAt(point)))
                .as(group.points().get(point).address())
                .isEqualTo("Good");
        return Values.get(batch, point);
    }

    /** gopcua 0.8's server says a data type as an ExpandedNodeId, and no value rank. */
    @Test
    void aNodeWhoseAttributesAreOddOrMissingIsKnownByItsValue() throws IOException {
        try (Connection connection = Connectors.connect(uri(""))) {
            PointGroup group = connection.resolve(List.of(
                    DataPoint.of(PeerServer.address("odd")),
                    DataPoint.of(PeerServer.address("untyped")),
                    DataPoint.of(PeerServer.address("nowhere")),
                    DataPoint.of(PeerServer.address("Test"))));
            assertThat(group.typeAt(0).text()).isEqualTo("DINT");
            assertThat(read(connection, group, 0)).isEqualTo(42L);
            assertThat(read(connection, group, 1)).isEqualTo(43L);
            assertThat(StatusCode.name(group.statusAt(2))).isEqualTo("Bad_NodeIdUnknown");
            assertThat(StatusCode.name(group.statusAt(3))).isEqualTo("Bad_AttributeIdInvalid");
        }
    }

    /** gopcua's server gives its variables types that it has no nodes for. */
    @Test
    void aVariableWhoseDataTypeTheServerDoesNotKnowIsReadByTheTypeOfItsValue() throws IOException {
        try (Connection connection = Connectors.connect(uri(""))) {
            PointGroup group = connection.resolve(
                    List.of(DataPoint.of(PeerServer.address("alien")), DataPoint.of(PeerServer.address("int32"))));
            assertThat(group.typeAt(0).text()).isEqualTo("DINT");
            assertThat(read(connection, group, 0)).isEqualTo(44L);
            assertThat(StatusCode.name(group.statusAt(1))).isEqualTo("Good");
        }
    }

    /** As of a server before OPC UA 1.04, which has no definitions as attributes. */
    @Test
    void aStructureIsReadByTheTypeDictionaryThatDescribesIt() throws IOException {
        List<String> notices = new CopyOnWriteArrayList<>();
        try (Connection connection = connect(notices)) {
            PointGroup group = connection.resolve(List.of(
                    DataPoint.of(PeerServer.address("old")),
                    DataPoint.of(PeerServer.address("broken")),
                    DataPoint.of(PeerServer.address("int32"))));
            assertThat(read(connection, group, 0))
                    .isEqualTo(Map.of(
                            "Number",
                            7L,
                            "Name",
                            "abc",
                            "Row",
                            List.of(1L, 2L, 3L),
                            "Part",
                            Map.of("Id", 5L, "Weight", 0.5f)));
            assertThat(StatusCode.name(group.statusAt(1))).isEqualTo("Bad_DecodingError");
            assertThat(notices).anyMatch(notice -> notice.contains("broken") && notice.contains("type dictionary"));
            assertThat(StatusCode.name(group.statusAt(2))).isEqualTo("Good");
        }
    }

    @Test
    void eachPointThatCannotBeReadIsNamedWithTheReason() throws IOException {
        List<String> notices = new CopyOnWriteArrayList<>();
        Map<String, String> reasons = Map.of(
                PeerServer.address("nowhere"),
                "the server does not have this node (Bad_NodeIdUnknown); check the address",
                "nsu=urn:other;s=x",
                "the server does not have this namespace (Bad_NodeIdUnknown); check the address",
                "/Objects/Test/nowhere",
                "the server does not have this path (Bad_NoMatch); check the address",
                "events:nsu=urn:other;s=x",
                "the server does not have this namespace (Bad_NodeIdUnknown); check the address",
                PeerServer.address("Test"),
                "it has no value (Bad_AttributeIdInvalid); check whether it is a variable");
        try (Connection connection = connect(notices)) {
            PointGroup group = connection.resolve(
                    reasons.keySet().stream().map(DataPoint::of).toList());
            for (int i = 0; i < group.size(); i++) {
                assertThat(StatusCode.isBad(group.statusAt(i))).isTrue();
            }
            assertThat(notices).hasSameSizeAs(reasons.keySet());
            reasons.forEach((address, reason) -> assertThat(notices)
                    .anyMatch(notice -> notice.startsWith(address + " at ") && notice.endsWith(": " + reason)));
        }
    }

    /** A server that refuses the whole request for one node: each service is asked again without that node. */
    @ParameterizedTest
    @ValueSource(
            ints = {AnswerProxy.READ, AnswerProxy.BROWSE, AnswerProxy.TRANSLATE, AnswerProxy.CREATE_MONITORED_ITEMS})
    void aNodeForWhichTheServerRefusesTheRequestCostsItsOwnPointOnly(int service) throws IOException {
        proxy.refuse(
                request -> request.type() == service && request.contains("alien") ? StatusCode.BAD_INTERNAL_ERROR : 0);
        List<DataPoint> points = new ArrayList<>();
        for (String name : List.of("int16", "alien", "int32", "press", "double")) {
            points.add(DataPoint.of(
                    service == AnswerProxy.TRANSLATE ? "/Objects/Test/" + name : PeerServer.address(name)));
        }
        Map<String, String> statuses = new ConcurrentHashMap<>();
        try (Connection connection = Connectors.connect(uri(""))) {
            PointGroup group = connection.resolve(points);
            connection.subscribe(group, SubscriptionSettings.onChange(Duration.ofMillis(50)), batch -> {
                for (int i = 0; i < batch.size(); i++) {
                    String address = points.get(batch.pointAt(i)).address();
                    statuses.put(address.replaceAll(".*[=/]", ""), StatusCode.name(batch.statusAt(i)));
                }
            });
            await().atMost(Duration.ofSeconds(30)).until(() -> statuses.size() == points.size());
            assertThat(statuses)
                    .containsEntry("alien", service == AnswerProxy.BROWSE ? "Good" : "Bad_InternalError")
                    .containsEntry("int16", "Good")
                    .containsEntry("int32", "Good")
                    .containsEntry("press", "Good")
                    .containsEntry("double", "Good");
            try (BrowseCursor cursor = connection.browse(BrowseFilter.matching("/Objects/Test/*"))) {
                assertThat(cursor.next(100)).extracting(BrowseNode::address).contains(PeerServer.address("double"));
            }
        }
    }

    @Test
    void anArrayOfVariableLengthIsWrittenInAnotherLength() throws IOException {
        try (Connection connection = Connectors.connect(uri(""))) {
            PointGroup group = connection.resolve(
                    List.of(DataPoint.of(PeerServer.address("vary")).withWritable()));
            assertThat(read(connection, group, 0)).isEqualTo(List.of(0L, 1L, 2L));
            SampleBatch batch = group.newBatch();
            Values.put(batch, 0, List.of(5L, 4L, 3L, 2L, 1L));
            int[] status = new int[1];
            connection.write(group, batch, status);
            assertThat(StatusCode.name(status[0])).isEqualTo("Good");
            assertThat(read(connection, group, 0)).isEqualTo(List.of(5L, 4L, 3L, 2L, 1L));
            server.tell("set vary [7]");
            assertThat(read(connection, group, 0)).isEqualTo(List.of(7L));
            server.tell("set vary [0, 1, 2]");
        }
    }

    @Test
    void browsingShowsDimensions() throws IOException {
        Map<String, String> types = new TreeMap<>();
        try (Connection connection = Connectors.connect(uri(""));
                BrowseCursor cursor = connection.browse(BrowseFilter.matching("/Objects/Test/*"))) {
            for (List<BrowseNode> page = cursor.next(100); !page.isEmpty(); page = cursor.next(100)) {
                page.forEach(node ->
                        types.put(node.address().substring(node.address().indexOf(";s=") + 3), node.typeName()));
            }
        }
        assertThat(types)
                .containsEntry("grid", "Int32[3,2]")
                .containsEntry("free", "Int32[]")
                .containsEntry("int32", "Int32")
                .containsEntry("bytestring", "ByteString")
                .containsEntry("press", "Press");
    }

    @Test
    void argumentsWithoutANameAreNumbered() throws IOException {
        try (Connection connection = Connectors.connect(uri(""))) {
            DeviceMethod method = ((OpcUaConnection) connection).method("/Objects/Test", "unnamed");
            assertThat(method.signature()).isEqualTo("unnamed(input1: LINT) -> (output1: Int64)");
            SampleBatch inputs = method.inputs().newBatch();
            Values.put(inputs, 0, 4L);
            SampleBatch outputs = method.call(inputs);
            assertThat(outputs.group().points().get(0).name()).isEqualTo("output1");
        }
    }

    /** The server names its own port, and not the proxy's, where we have found it. */
    @Test
    void aServerIsFollowedWhereItNamesAnotherPlaceAlsoWithoutSecurity() throws IOException {
        proxy.change(answer -> List.of(
                answer.type() == AnswerProxy.GET_ENDPOINTS_ANSWER
                        ? answer.replaced(":" + proxy.port(), ":" + server.port())
                        : answer));
        try (Connection connection = Connectors.connect(uri("&rewriteUrl=false"))) {
            proxy.goDown();
            PointGroup group = connection.resolve(List.of(DataPoint.of(PeerServer.address("odd"))));
            assertThat(read(connection, group, 0)).isEqualTo(42L);
        }
    }

    @Test
    void aServerWithoutAnEndpointForTheUrlIsNamedWithIt() {
        proxy.change(answer ->
                List.of(answer.type() == AnswerProxy.GET_ENDPOINTS_ANSWER ? answer.good(new byte[4]) : answer));
        assertThatThrownBy(() -> Connectors.connect(uri("")))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessageContaining("connect to opc.tcp://127.0.0.1:" + proxy.port())
                .hasMessageContaining("no endpoint for this URL")
                .hasMessageContaining("port forwarding");
    }

    /** Two servers that take one node of a read: one that says so, and one that does not. */
    @ParameterizedTest
    @ValueSource(ints = {1, 0})
    void limitsAreLearnedWithoutARequestThatBreaksThem(int stated) throws IOException {
        server.tell("limit " + stated);
        List<Integer> lengths = new CopyOnWriteArrayList<>();
        AtomicInteger refused = new AtomicInteger();
        proxy.refuse(request -> {
            if (request.type() != AnswerProxy.READ) {
                return 0;
            }
            lengths.add(request.length());
            boolean many = request.length() > lengths.get(0) + 8;
            refused.addAndGet(many ? 1 : 0);
            return many ? StatusCode.BAD_TOO_MANY_OPERATIONS : 0;
        });
        try (Connection connection = Connectors.connect(uri(""))) {
            assertThat(connection.toString()).contains("127.0.0.1");
            assertThat(refused).hasValue(0);
            assertThat(lengths).hasSizeGreaterThan(5);
        } finally {
            server.tell("limit 0");
        }
    }
}
