package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.AnswerProxy.Message;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
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
import static org.awaitility.Awaitility.await;

/** Messages that come too late, twice or not at all (OPC 10000-4, 5.14.1): asyncua behind a proxy that interferes. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PublishingIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String COUNTER = PeerServer.address("counter");

    /** How a DataChangeNotification begins: its type, "has a body"; then come its length and the count of items. */
    private static final byte[] DATA_CHANGE = {1, 0, 0x2B, 3, 1};

    private static final int COUNT = 9;

    /** Longer than the answer without a notification: those only say that there is nothing. */
    private static final int LONGEST_KEEP_ALIVE = 90;

    @AutoClose
    private PeerServer server;

    private AnswerProxy proxy;
    private Connection connection;
    private RecordingSink sink;
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private long counted;

    @BeforeAll
    void startServer() throws IOException {
        server = PeerServer.asyncua();
    }

    @BeforeEach
    void subscribe() throws IOException {
        notices.clear();
        counted = 0;
        server.tell("set counter 0");
        proxy = new AnswerProxy(server.port());
        OpcUaProvider provider = new OpcUaProvider();
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        connection = provider.connect(
                provider.descriptor().parse("opc.tcp://127.0.0.1:" + proxy.port() + "?security=none&queueSize=100000"),
                new ConnectContext(EpochNanoClock.system(), observer));
        PointGroup group = connection.resolve(List.of(DataPoint.of(COUNTER)));
        sink = new RecordingSink(LIMIT);
        connection.subscribe(group, SubscriptionSettings.onChange(Duration.ofMillis(10)), sink);
        sink.awaitValue(COUNTER, 0L);
    }

    @AfterEach
    void disconnect() throws IOException {
        connection.close();
        proxy.close();
    }

    private static boolean hasValues(Message answer) {
        return answer.type() == AnswerProxy.PUBLISH && answer.length() > LONGEST_KEEP_ALIVE;
    }

    /** Counts on until the proxy has interfered often enough, and waits for the last value. */
    private void countUntil(AtomicInteger interferences, int wanted) {
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(1)).until(() -> {
            server.tell("count " + (counted + 1) + " " + (counted + 5));
            counted += 5;
            return interferences.get() >= wanted;
        });
        proxy.change(List::of);
        // What the proxy has made missing is seen to be missing by what comes after it.
        long interfered = counted;
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(20)).until(() -> {
            counted++;
            server.tell("count " + counted + " " + counted);
            return sink.samples().stream()
                    .anyMatch(sample -> sample.value() instanceof Long value && value > interfered);
        });
        sink.awaitValue(COUNTER, counted);
    }

    private void expectEveryValueOnce() {
        assertThat(sink.samples().stream().map(RecordedSample::value))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(0, counted).boxed().toList());
        assertThat(sink.samples()).allMatch(sample -> sample.status() == StatusCode.GOOD);
    }

    @Test
    void messagesThatOvertakeEachOtherAreDeliveredInTheirOrder() {
        AtomicInteger swaps = new AtomicInteger();
        List<Message> held = new ArrayList<>();
        proxy.change(answer -> {
            if (!hasValues(answer) || (swaps.get() >= 5 && held.isEmpty())) {
                return List.of(answer);
            }
            held.add(answer);
            if (held.size() < 3) {
                // Four requests wait at the server: it has two left to answer.
                return List.of();
            }
            List<Message> reversed = List.of(held.get(2), held.get(1), held.get(0));
            held.clear();
            swaps.incrementAndGet();
            return reversed;
        });
        countUntil(swaps, 5);
        expectEveryValueOnce();
        assertThat(notices).isEmpty();
    }

    @Test
    void aMessageThatGotLostIsAskedForAgain() {
        AtomicInteger losses = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        proxy.change(answer -> {
            if (!hasValues(answer) || seen.incrementAndGet() % 3 != 0) {
                return List.of(answer);
            }
            losses.incrementAndGet();
            return List.of(answer.refused((int) StatusCodes.Bad_TcpInternalError));
        });
        countUntil(losses, 4);
        expectEveryValueOnce();
    }

    @Test
    void aMessageThatComesTwiceIsDeliveredOnce() {
        AtomicInteger repeats = new AtomicInteger();
        List<Message> last = new ArrayList<>();
        proxy.change(answer -> {
            if (!hasValues(answer)) {
                return List.of(answer);
            }
            last.add(answer);
            if (last.size() % 4 != 0) {
                return List.of(answer);
            }
            repeats.incrementAndGet();
            return List.of(last.get(last.size() - 2).toRequestOf(answer));
        });
        countUntil(repeats, 4);
        expectEveryValueOnce();
        assertThat(notices).anyMatch(notice -> notice.contains("twice"));
    }

    @Test
    void whatTheServerNoLongerHasIsSaidAndAllValuesAreReadAnewAndMarked() {
        AtomicInteger losses = new AtomicInteger();
        proxy.change(answer -> {
            if (answer.type() == AnswerProxy.REPUBLISH) {
                losses.incrementAndGet();
                return List.of(answer.refused((int) StatusCodes.Bad_MessageNotAvailable));
            }
            if (losses.get() == 0 && hasValues(answer)) {
                losses.incrementAndGet();
                return List.of(answer.refused((int) StatusCodes.Bad_TcpInternalError));
            }
            return List.of(answer);
        });
        countUntil(losses, 2);
        RecordedSample marked = sink.awaitSample(sample -> StatusCode.hasOverflow(sample.status()));
        assertThat(StatusCode.isGood(marked.status())).isTrue();
        assertThat(notices).anyMatch(notice -> notice.contains("are lost"));
        List<Long> values =
                sink.samples().stream().map(sample -> (Long) sample.value()).toList();
        assertThat(values).doesNotHaveDuplicates().isSorted().endsWith(counted);
    }

    @Test
    void aMessageThatMakesNoSenseEndsTheConnection() throws IOException {
        proxy.change(answer -> hasValues(answer)
                ? List.of(answer.with(
                        answer.find(DATA_CHANGE) + COUNT, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0x7F))
                : List.of(answer));
        server.tell("count 1 5");
        assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(60, TimeUnit.SECONDS))
                .rootCause()
                .isInstanceOfAny(ConnectionLostException.class, MalformedFrameException.class);
    }
}
