package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.DeviceMethod;
import io.taktstrom.spi.InvalidRequestException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Methods and histories, which the SPI does not have. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MethodsIT {

    private static final String FOLDER = PeerServer.address("Test");
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int RECORDED = 25;

    @AutoClose
    private PeerServer server;

    private AnswerProxy proxy;
    private OpcUaConnection connection;

    @BeforeAll
    void startServer() throws IOException {
        server = PeerServer.asyncua();
        server.tell("record int32 " + RECORDED + " 10");
    }

    @BeforeEach
    void connect() throws IOException {
        proxy = new AnswerProxy(server.port());
        connection = (OpcUaConnection)
                Connectors.connect("opc.tcp://127.0.0.1:" + proxy.port() + "?security=none&connectTimeout=20s");
    }

    @AfterEach
    void disconnect() throws IOException {
        connection.close();
        proxy.close();
    }

    private static SampleBatch inputs(DeviceMethod method, Object... values) {
        SampleBatch inputs = method.inputs().newBatch();
        for (int i = 0; i < values.length; i++) {
            Values.put(inputs, i, values[i]);
        }
        return inputs;
    }

    @Test
    void aMethodIsFoundByItsNameItsPathAndItsAddress() throws IOException {
        for (String name : List.of("add", "0:add", PeerServer.address("add"), "/Objects/Test/add")) {
            DeviceMethod add = connection.method(FOLDER, name);
            assertThat(add.signature()).endsWith("(First: LINT, Second: LINT) -> (Sum: Int64)");
        }
    }

    @Test
    void aMethodIsCalledWithTypedArgumentsAndGivesTypedValues() throws IOException {
        DeviceMethod add = connection.method("/Objects/Test", "add");
        SampleBatch sum = add.call(inputs(add, 40, 2));
        assertThat(sum.group().points().get(0).name()).isEqualTo("Sum");
        assertThat(Values.get(sum, 0)).isEqualTo(42L);
    }

    @Test
    void arraysAndTextsGoInAndSeveralValuesComeOut() throws IOException {
        DeviceMethod join = connection.method(FOLDER, "join");
        SampleBatch joined = join.call(inputs(join, List.of("a", "b", "ü"), "-"));
        assertThat(Values.get(joined, 0)).isEqualTo("a-b-ü");
        assertThat(Values.get(joined, 1)).isEqualTo(3L);
    }

    @Test
    void aMethodThatRefusesSaysWhy() throws IOException {
        DeviceMethod refuse = connection.method(FOLDER, "refuse");
        assertThat(refuse.signature()).isEqualTo("refuse()");
        assertThatThrownBy(() -> refuse.call(inputs(refuse)))
                .isInstanceOf(DeviceErrorException.class)
                .hasMessageContaining("Bad_OutOfRange");
    }

    @Test
    void missingArgumentsUnknownMethodsAndUnknownObjectsAreNamed() throws IOException {
        DeviceMethod add = connection.method(FOLDER, "add");
        assertThatThrownBy(() -> add.call(inputs(add, 1)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("First: LINT, Second: LINT")
                .hasMessageContaining("2 arguments, got 1");
        assertThatThrownBy(() -> connection.method(FOLDER, "nothing"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("no method nothing");
        assertThatThrownBy(() -> connection.method("nsu=urn:nowhere;s=x", "add"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("object not found");
    }

    // ---- history

    private List<Object> history(Instant from, Instant to) throws IOException {
        List<Object> values = new ArrayList<>();
        PointGroup group = connection.resolve(List.of(DataPoint.of(PeerServer.address("int32"))));
        long count = connection.history(group, 0, from, to, batch -> {
            for (int i = 0; i < batch.size(); i++) {
                assertThat(StatusCode.name(batch.statusAt(i))).isEqualTo("Good");
                long value = (Long) Values.get(batch, i);
                assertThat(batch.sourceTimeAt(i))
                        .isEqualTo(START.plusSeconds(value).getEpochSecond() * 1_000_000_000L);
                values.add(value);
            }
        });
        assertThat(count).isEqualTo(values.size());
        return values;
    }

    private static List<Object> numbers(int from, int to) {
        return List.copyOf(LongStream.rangeClosed(from, to).boxed().toList());
    }

    @Test
    void allPagesOfAHistoryAreReadInOrder() throws IOException {
        assertThat(history(START, START.plusSeconds(3600))).isEqualTo(numbers(0, RECORDED - 1));
    }

    @Test
    void onlyWhatLiesBetweenTheTimesIsRead() throws IOException {
        assertThat(history(START.plusSeconds(3), START.plusSeconds(14))).isEqualTo(numbers(3, 14));
        assertThat(history(START.minusSeconds(60), START.minusSeconds(1))).isEmpty();
    }

    @Test
    void aServerThatFindsAPageTooLargeIsAskedForLess() throws IOException {
        int[] refusals = {3};
        proxy.refuse(request -> request.type() == AnswerProxy.HISTORY_READ && refusals[0]-- > 0
                ? (int) StatusCodes.Bad_ResponseTooLarge
                : 0);
        assertThat(history(START, START.plusSeconds(3600))).isEqualTo(numbers(0, RECORDED - 1));
    }

    @Test
    void aServerWithoutHistoryAndTimesTheWrongWayRoundAreErrors() throws IOException {
        PointGroup group = connection.resolve(List.of(DataPoint.of(PeerServer.address("int32"))));
        assertThatThrownBy(() -> connection.history(group, 0, START, START, batch -> {}))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("is not before");
        proxy.refuse(request ->
                request.type() == AnswerProxy.HISTORY_READ ? (int) StatusCodes.Bad_HistoryOperationUnsupported : 0);
        assertThatThrownBy(() -> connection.history(group, 0, START, START.plusSeconds(1), batch -> {}))
                .isInstanceOf(DeviceErrorException.class)
                .hasMessageContaining("Bad_HistoryOperationUnsupported");
    }

    @Test
    void aSinkThatFailsEndsTheReading() throws IOException {
        PointGroup group = connection.resolve(List.of(DataPoint.of(PeerServer.address("int32"))));
        assertThatThrownBy(() -> connection.history(group, 0, START, START.plusSeconds(3600), batch -> {
                    throw new IllegalStateException("full");
                }))
                .hasMessage("full");
        assertThat(history(START, START.plusSeconds(1))).isEqualTo(numbers(0, 1));
    }
}
