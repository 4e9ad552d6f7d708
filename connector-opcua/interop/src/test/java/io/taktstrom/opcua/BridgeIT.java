package io.taktstrom.opcua;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Values that change while the connection is cut (OPC 10000-4, 6.7): a counter that goes on behind a proxy that is down. */
@Timeout(180)
class BridgeIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration OUTAGE = Duration.ofSeconds(3);
    private static final String COUNTER = PeerServer.address("counter");
    private static final String CONSTANT = PeerServer.address("int32");
    private static final int ONCE = 1;

    @AutoClose
    private static final PeerServers SERVERS = new PeerServers();

    @TempDir
    private static Path keys;

    // Each test says which server it is about.
    @SuppressWarnings("NullAway.Init")
    private PeerServer server;

    @SuppressWarnings("NullAway.Init")
    private AnswerProxy proxy;

    private final RecordingSink sink = new RecordingSink(LIMIT);
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private long counted;

    private void reach(PeerServer.Kind peer, String... arguments) throws IOException {
        server = SERVERS.of(peer, arguments);
        server.tell("set counter 0");
        server.tell("set int32 7");
        proxy = new AnswerProxy(server.port());
    }

    @AfterEach
    void stop() throws IOException {
        if (proxy != null) {
            proxy.close();
        }
    }

    private ConnectContext context() {
        return new ConnectContext(EpochNanoClock.system(), new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        });
    }

    private String uri(String options) {
        return "opc.tcp://127.0.0.1:" + proxy.port() + "?security=none&connectTimeout=20s" + options;
    }

    private ManagedConnection manage() {
        OpcUaProvider provider = new OpcUaProvider();
        List<DataPoint> points = List.of(DataPoint.of(COUNTER), DataPoint.of(CONSTANT));
        // A cycle of zero is each change: a server that looks every 20 ms would itself miss some.
        ScanClass pushed = new ScanClass("pushed", ScanClass.Mode.NOTIFY, Duration.ZERO, Duration.ofMillis(20));
        return ManagedConnection.to(provider, provider.descriptor().parse(uri("&bridgeOutage=1m")))
                .named("press")
                .scan(new Scan(pushed, points, sink))
                .settings(ManagedSettings.standard()
                        .withBackOff(Duration.ofMillis(20), Duration.ofMillis(200))
                        .withSeed(1))
                .context(context())
                .start();
    }

    private void count(int more) throws IOException {
        server.tell("count " + (counted + 1) + " " + (counted + more));
        counted += more;
    }

    /** The counter goes on, now and then, while no connection gets through. */
    private void countThroughAnOutage() throws IOException {
        sink.awaitValue(COUNTER, 0L);
        sink.awaitValue(CONSTANT, 7L);
        count(20);
        proxy.goDown();
        long end = System.nanoTime() + OUTAGE.toNanos();
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> {
            count(3);
            return System.nanoTime() > end;
        });
        proxy.goUp();
        count(20);
        sink.awaitValue(COUNTER, counted);
        await().atMost(LIMIT).until(() -> isGood(last(CONSTANT)));
        assertThat(last(CONSTANT).value()).isEqualTo(7L);
        count(20);
        sink.awaitValue(COUNTER, counted);
    }

    private RecordedSample last(String address) {
        List<RecordedSample> samples = sink.samplesOf(address);
        return samples.get(samples.size() - 1);
    }

    private static boolean isGood(RecordedSample sample) {
        return StatusCode.isGood(sample.status());
    }

    private void expectEveryValueOnce() {
        assertThat(sink.samplesOf(COUNTER).stream().filter(BridgeIT::isGood).map(RecordedSample::value))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(0, counted).boxed().toList());
        assertThat(sink.samples()).noneMatch(sample -> StatusCode.hasOverflow(sample.status()));
        assertThat(sink.samplesOf(COUNTER)).as("the outage shows").anyMatch(sample -> !isGood(sample));
    }

    /** Some values are missing, and the sample after them says so. */
    private void expectMarkedLoss() {
        List<RecordedSample> good =
                sink.samplesOf(COUNTER).stream().filter(BridgeIT::isGood).toList();
        assertThat(good).hasSizeLessThan((int) counted + 1);
        long before = -1;
        for (RecordedSample sample : good) {
            long value = Objects.requireNonNull((Long) sample.value());
            assertThat(value).isGreaterThan(before);
            assertThat(value == before + 1 || StatusCode.hasOverflow(sample.status()))
                    .as(value + " after " + before)
                    .isTrue();
            before = value;
        }
        assertThat(notices).anyMatch(notice -> notice.contains("has not kept a subscription"));
    }

    /** The next requests of this type are refused. */
    private void refuse(int type, long status, int times) {
        AtomicInteger left = new AtomicInteger(times);
        proxy.refuse(request -> request.type() == type && left.getAndDecrement() > 0 ? (int) status : 0);
    }

    @ParameterizedTest
    @EnumSource
    void noValueOfAnOutageIsMissing(PeerServer.Kind peer) throws IOException {
        reach(peer);
        try (ManagedConnection connection = manage()) {
            countThroughAnOutage();
            assertThat(connection.reconnects()).isPositive();
        }
        expectEveryValueOnce();
    }

    @Test
    void aServerThatForgotTheSessionTransfersItsSubscriptions() throws IOException {
        reach(PeerServer.Kind.NODE_OPCUA);
        try (ManagedConnection connection = manage()) {
            sink.awaitValue(COUNTER, 0L);
            refuse(AnswerProxy.ACTIVATE_SESSION, StatusCodes.Bad_SessionIdInvalid, ONCE);
            countThroughAnOutage();
            assertThat(connection.reconnects()).isPositive();
        }
        expectEveryValueOnce();
        assertThat(notices).anyMatch(notice -> notice.contains("no longer knows our session"));
    }

    @Test
    void whereNothingIsTransferredTheSubscriptionIsMadeAnewAndTheLossMarked() throws IOException {
        reach(PeerServer.Kind.NODE_OPCUA);
        try (ManagedConnection connection = manage()) {
            sink.awaitValue(COUNTER, 0L);
            AtomicInteger activations = new AtomicInteger();
            proxy.refuse(request -> switch (request.type()) {
                case AnswerProxy.ACTIVATE_SESSION ->
                    activations.getAndIncrement() == 0 ? (int) StatusCodes.Bad_SessionIdInvalid : 0;
                case AnswerProxy.TRANSFER_SUBSCRIPTIONS -> (int) StatusCodes.Bad_ServiceUnsupported;
                default -> 0;
            });
            countThroughAnOutage();
            assertThat(connection.reconnects()).isPositive();
        }
        expectMarkedLoss();
    }

    @Test
    void aServerThatWasRestartedMeanwhileHasKeptNothingAndTheLossIsMarked() throws IOException {
        reach(PeerServer.Kind.ASYNCUA);
        try (ManagedConnection connection = manage()) {
            sink.awaitValue(COUNTER, 0L);
            sink.awaitValue(CONSTANT, 7L);
            count(10);
            sink.awaitValue(COUNTER, counted);
            proxy.goDown();
            server.stop();
            counted += 10;
            server.start();
            server.tell("set counter " + counted);
            server.tell("set int32 7");
            proxy.goUp();
            sink.awaitValue(COUNTER, counted);
            count(10);
            sink.awaitValue(COUNTER, counted);
            assertThat(connection.reconnects()).isPositive();
        }
        expectMarkedLoss();
    }

    @Test
    void aConnectionThatTakesTheFormerOnesPlaceGoesOnWithItsSubscriptions() throws IOException {
        reach(PeerServer.Kind.ASYNCUA);
        OpcUaProvider provider = new OpcUaProvider();
        PushingConnection former =
                (PushingConnection) provider.connect(provider.descriptor().parse(uri("")), context());
        SubscriptionSettings settings = SubscriptionSettings.onChange(Duration.ofMillis(10));
        former.subscribe(former.resolve(List.of(DataPoint.of(COUNTER))), settings, sink);
        sink.awaitValue(COUNTER, 0L);
        former.abandon();
        int until = sink.samples().size();
        count(100);
        assertThat(sink.samples()).as("an abandoned connection is silent").hasSize(until);
        try (Connection next = former.reconnect(provider, provider.descriptor().parse(uri("")), context())) {
            next.subscribe(next.resolve(List.of(DataPoint.of(COUNTER))), settings, sink);
            sink.awaitValue(COUNTER, counted);
        }
        expectEveryValueOnce();
    }

    @ParameterizedTest
    @CsvSource({"ASYNCUA,''", "ASYNCUA,&user=ann&password=secret", "NODE_OPCUA,''"})
    void aSecureSessionGoesOnOverASecondSecureChannel(PeerServer.Kind peer, String user, @TempDir Path folder)
            throws IOException {
        reach(peer, Files.createDirectories(keys.resolve(peer.name())).toString());
        SecureServer secured =
                SecureServer.knowingItself("opc.tcp://127.0.0.1:" + server.port(), folder.resolve("pki"), COUNTER);
        String options = "&security=Basic256Sha256&checkHost=false" + user;
        secured.accept(options);
        OpcUaProvider provider = new OpcUaProvider();
        Endpoint secure = provider.descriptor().parse(secured.uri(options));
        PushingConnection former = (PushingConnection) provider.connect(secure, context());
        SubscriptionSettings settings = SubscriptionSettings.onChange(Duration.ZERO);
        former.subscribe(former.resolve(List.of(DataPoint.of(COUNTER))), settings, sink);
        sink.awaitValue(COUNTER, 0L);
        former.abandon();
        count(50);
        try (Connection next = former.reconnect(provider, secure, context())) {
            next.subscribe(next.resolve(List.of(DataPoint.of(COUNTER))), settings, sink);
            sink.awaitValue(COUNTER, counted);
        }
        expectEveryValueOnce();
        assertThat(notices).noneMatch(notice -> notice.contains("no longer knows"));
    }

    @Test
    void withoutAnOutageToBridgeEachConnectionBeginsAnew() throws IOException {
        reach(PeerServer.Kind.ASYNCUA);
        OpcUaProvider provider = new OpcUaProvider();
        PushingConnection former =
                (PushingConnection) provider.connect(provider.descriptor().parse(uri("&bridgeOutage=0s")), context());
        SubscriptionSettings settings = SubscriptionSettings.onChange(Duration.ofMillis(10));
        former.subscribe(former.resolve(List.of(DataPoint.of(COUNTER))), settings, sink);
        sink.awaitValue(COUNTER, 0L);
        former.abandon();
        sink.clear();
        count(5);
        try (Connection next =
                former.reconnect(provider, provider.descriptor().parse(uri("&bridgeOutage=0s")), context())) {
            next.subscribe(next.resolve(List.of(DataPoint.of(COUNTER))), settings, sink);
            sink.awaitValue(COUNTER, 5L);
        }
        assertThat(sink.samples()).noneMatch(sample -> Long.valueOf(4).equals(sample.value()));
    }
}
