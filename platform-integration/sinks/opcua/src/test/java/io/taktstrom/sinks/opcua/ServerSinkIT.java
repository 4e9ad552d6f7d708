package io.taktstrom.sinks.opcua;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import io.taktstrom.command.CommandingSink;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.TestGate;
import io.taktstrom.testkit.contract.ContractThreads;
import org.eclipse.milo.opcua.sdk.client.OpcUaClient;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.enumerated.TimestampsToReturn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is wrong is said; what a stream does not have any more goes; many points fit. */
class ServerSinkIT {

    @TempDir
    private Path folder;

    private final List<String> notices = Collections.synchronizedList(new ArrayList<>());

    private Sink open(int port, Map<String, String> more) throws IOException {
        Map<String, String> options = new HashMap<>(Map.of("port", String.valueOf(port), "pki", folder.toString()));
        options.putAll(more);
        OpcUaServerProvider provider = new OpcUaServerProvider();
        SinkObserver observer = new SinkObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        return provider.open(
                provider.descriptor().values("sink plant", options),
                new SinkContext("plant", Path::of, EpochNanoClock.system(), observer));
    }

    private static TestGroup counters(String... names) {
        List<DataPoint> points = new ArrayList<>();
        for (String name : names) {
            points.add(TestGroup.point(name, ""));
        }
        return new TestGroup(points, Collections.nCopies(names.length, ScalarType.DINT));
    }

    private static OpcUaClient connect(int port) throws Exception {
        return OpcUaClient.create("opc.tcp://127.0.0.1:" + port + "/").connect();
    }

    private static DataValue read(OpcUaClient client, String point) throws Exception {
        return client.readValues(0.0, TimestampsToReturn.Both, List.of(new NodeId(2, point)))
                .get(0);
    }

    @Test
    void aPortThatIsTakenIsSaid() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> open(other.getLocalPort(), Map.of()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:" + other.getLocalPort())
                    .hasMessageContaining("port");
        }
    }

    @Test
    void aFolderForCertificatesThatIsNoneIsSaid() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        try (HeldPort port = new HeldPort()) {
            assertThatThrownBy(() -> open(port.number(), Map.of("pki", file.toString())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining("pki");
        }
    }

    @Test
    void nobodyIsLetInFromOutsideWithoutBeingNamed() throws Exception {
        try (HeldPort port = new HeldPort()) {
            assertThatThrownBy(() -> open(port.number(), Map.of("bind", "0.0.0.0")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("users");
            try (Sink sink = open(port.number(), Map.of("bind", "0.0.0.0", "users", "ann=secret\n"))) {
                sink.inlet("all", List.of());
                assertThatThrownBy(() -> connect(port.number())).hasMessageContaining("endpoint");
            }
        }
    }

    @Test
    void aPointThatOthersMakeAFolderIsRefused() throws Exception {
        try (HeldPort port = new HeldPort();
                Sink sink = open(port.number(), Map.of())) {
            assertThatThrownBy(() -> sink.inlet("both", counters("a", "a.b").points()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("a.b")
                    .hasMessageContaining("rename");
            assertThatThrownBy(() -> sink.inlet("both", counters("a.b", "a").points()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("folder");
            // One that is found later costs its own samples only.
            TestGroup late = counters("x", "x.y");
            SinkInlet inlet = sink.inlet("late", List.of());
            assertThat(late.publish(inlet, 1, 1, 2)).isEqualTo(1);
            OpcUaClient client = connect(port.number());
            assertThat(read(client, "x").value().value()).isEqualTo(1);
            client.disconnect();
        }
    }

    @Test
    void whatNoStreamHasAnyMoreGoes() throws Exception {
        try (HeldPort port = new HeldPort();
                Sink sink = open(port.number(), Map.of())) {
            TestGroup points = counters("press1.a", "press2.b");
            SinkInlet first = sink.inlet("first", points.points());
            SinkInlet second = sink.inlet("second", points.points().subList(1, 2));
            points.publish(first, 1, 1, 2);
            OpcUaClient client = connect(port.number());
            first.close();
            assertThat(read(client, "press1.a").statusCode().value()).isEqualTo(StatusCodes.Bad_NodeIdUnknown);
            assertThat(client.readValues(0.0, TimestampsToReturn.Both, List.of(new NodeId(2, "press2.b")))
                            .get(0)
                            .value()
                            .value())
                    .isEqualTo(2);
            second.close();
            assertThat(client.getAddressSpace().browseNodes(org.eclipse.milo.opcua.stack.core.NodeIds.ObjectsFolder))
                    .noneMatch(
                            node -> String.valueOf(node.getBrowseName().name()).startsWith("press"));
            client.disconnect();
        }
    }

    @Test
    void aReloadAddsAndRemovesVariables() throws Exception {
        try (HeldPort port = new HeldPort();
                Sink sink = open(port.number(), Map.of())) {
            TestGroup points = counters("a", "b");
            SinkInlet inlet = sink.inlet("all", points.points());
            points.publish(inlet, 1, 1, 2);
            OpcUaClient client = connect(port.number());
            TestGroup after = counters("b", "c");
            inlet.follow(after.points());
            assertThat(read(client, "a").statusCode().value()).isEqualTo(StatusCodes.Bad_NodeIdUnknown);
            assertThat(read(client, "b").value().value()).isEqualTo(2);
            assertThat(read(client, "c").statusCode().value()).isEqualTo(StatusCodes.Bad_WaitingForInitialData);
            assertThat(points.publish(inlet, 2, 3, 4))
                    .as("samples that waited, of a point that is gone")
                    .isEqualTo(1);
            after.publish(inlet, 3, 5, 6);
            assertThat(read(client, "c").value().value()).isEqualTo(6);
            assertThatThrownBy(() -> inlet.follow(counters("b", "b.x").points()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("b.x");
            client.disconnect();
        }
    }

    /** Each value is text for a command, whatever its type. */
    @Test
    void whatIsWrittenIsACommand() throws Exception {
        TestGate gate = new TestGate();
        TestGroup points = new TestGroup(
                List.of(
                        TestGroup.point("n", "").withWritable(),
                        TestGroup.point("t", "").withWritable(),
                        TestGroup.point("row", "").withWritable(),
                        TestGroup.point("fixed", "")),
                List.of(ScalarType.DINT, ScalarType.TIME, ArrayType.of(ScalarType.INT, 2), ScalarType.DINT));
        try (HeldPort port = new HeldPort();
                Sink sink = open(port.number(), Map.of())) {
            ((CommandingSink) sink).acceptCommands(gate);
            SinkInlet inlet = sink.inlet("all", points.points());
            points.publish(inlet, 1, 1, Duration.ZERO, List.of(1, 2), 4);
            OpcUaClient client = connect(port.number());
            assertThat(write(client, "n", 42)).isEqualTo(StatusCodes.Good);
            assertThat(write(client, "t", 1500.0)).isEqualTo(StatusCodes.Good);
            assertThat(write(client, "row", new Short[] {3, 4})).isEqualTo(StatusCodes.Good);
            assertThat(write(client, "n", 1.5)).isEqualTo(StatusCodes.Bad_TypeMismatch);
            assertThat(write(client, "n", "text")).isEqualTo(StatusCodes.Bad_TypeMismatch);
            assertThat(write(client, "fixed", 42)).isIn(StatusCodes.Bad_NotWritable, StatusCodes.Bad_UserAccessDenied);
            assertThat(write(client, "none", 42)).isEqualTo(StatusCodes.Bad_NodeIdUnknown);
            client.disconnect();
        }
        assertThat(gate.texts())
                .extracting(text -> text.replaceAll(".*(\"point.*),\"exp.*", "$1"))
                .containsExactly(
                        "\"point\":\"n\",\"value\":42",
                        "\"point\":\"t\",\"value\":\"PT1.5S\"",
                        "\"point\":\"row\",\"value\":[3,4]");
        assertThat(gate.senders()).containsOnly("anonymous at 127.0.0.1");
    }

    private static long write(OpcUaClient client, String point, Object value) throws Exception {
        return client.writeValues(List.of(new NodeId(2, point)), List.of(DataValue.valueOnly(new Variant(value))))
                .get(0)
                .value();
    }

    @Test
    void noThreadOutlivesItsServer() throws Exception {
        try (HeldPort port = new HeldPort()) {
            use(port.number());
            Set<Thread> before = Set.copyOf(Thread.getAllStackTraces().keySet());
            use(port.number());
            use(port.number());
            ContractThreads.awaitNoMoreThan(
                    before, thread -> !thread.getName().startsWith(OpcUaServerSink.THREADS), Duration.ofSeconds(30));
        }
    }

    private void use(int port) throws Exception {
        try (Sink sink = open(port, Map.of())) {
            TestGroup points = counters("a");
            points.publish(sink.inlet("all", points.points()), 1, 1);
            OpcUaClient client = connect(port);
            assertThat(read(client, "a").value().value()).isEqualTo(1);
            client.disconnect();
        }
    }

    @Test
    void aHundredThousandPointsFit() throws Exception {
        String[] names = IntStream.range(0, 100_000)
                .mapToObj(i -> "plant.line" + i / 1000 + ".v" + i)
                .toArray(String[]::new);
        TestGroup points = counters(names);
        try (HeldPort port = new HeldPort();
                Sink sink = open(port.number(), Map.of())) {
            SinkInlet inlet = sink.inlet("all", points.points());
            Object[] values = IntStream.range(0, names.length).boxed().toArray();
            assertThat(points.publish(inlet, 1, values)).isZero();
            OpcUaClient client = connect(port.number());
            assertThat(read(client, "plant.line99.v99999").value().value()).isEqualTo(99_999);
            assertThat(client.getAddressSpace().browseNodes(new NodeId(2, "plant.line42")))
                    .hasSize(1000);
            client.disconnect();
        }
    }

    @Test
    void limitsAreKept() throws Exception {
        try (HeldPort port = new HeldPort();
                Sink sink = open(port.number(), Map.of("maxSessions", "1"))) {
            sink.inlet("all", List.of());
            OpcUaClient client = connect(port.number());
            assertThatThrownBy(() -> connect(port.number())).hasStackTraceContaining("Bad_TooManySessions");
            client.disconnect();
        }
    }
}
