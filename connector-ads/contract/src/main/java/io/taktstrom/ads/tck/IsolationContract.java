package io.taktstrom.ads.tck;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.taktstrom.ads.AdsOptions;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.RecordingSink;
import io.taktstrom.testkit.peer.PeerProcess;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What only a process of its own gives, for a backend whose library runs in one. That it keeps the contract too, {@link IsolatedContract} says. */
public abstract class IsolationContract {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long FIRST_SEED = 20261122;
    private static final int WALKS = 8;
    private static final int MAX_ATTEMPTS = 12;
    private static final int CORRUPT_BYTES = 60;

    private final String backend;
    private final String library = AdsLibFile.required();

    protected IsolationContract(String backend) {
        this.backend = backend;
    }

    private Map<String, String> options() {
        return options(backend, library);
    }

    static Map<String, String> options(String backend, String library) {
        return Map.of(
                AdsOptions.BACKEND.name(),
                backend,
                AdsOptions.LIBRARY.name(),
                library,
                AdsOptions.ISOLATION.name(),
                "process");
    }

    @Test
    void whateverHappensOnTheWireEveryCallAndEveryCloseEnds() throws Exception {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed++) {
            new RandomWalk(seed, options()).go();
        }
    }

    @Test
    void aProcessThatIsKilledIsALossThatSaysSoAndTheNextConnectionHasANewOne() throws Exception {
        try (AdsDevice device = AdsDevice.atFixedPort(NativeContract.TCP_PORT, options())) {
            Set<Long> before = children();
            Connection connection = device.provider().connect(device.endpoint(), ConnectContext.standard());
            PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.counter")));
            RecordingSink sink = new RecordingSink();
            connection.subscribe(group, SubscriptionSettings.cyclic(Duration.ofMillis(10)), sink);
            sink.awaitCount(3);
            Set<Long> library = children();
            library.removeAll(before);
            assertThat(library).hasSize(1);
            ProcessHandle.of(library.iterator().next()).orElseThrow().destroyForcibly();

            assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("signal 9");
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> StatusCode.isBad(
                            sink.samples().get(sink.samples().size() - 1).status()));
            assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                    .isInstanceOf(ConnectionLostException.class);
            connection.close();
            isWell(device);
        }
    }

    /** AdsLib checks a notification by assertions, and Beckhoff's builds keep them. */
    @Test
    void aFrameThatMakesTheLibraryAbortCostsItsProcessOnly() throws Exception {
        Random random = new Random(FIRST_SEED);
        String cause = "";
        for (int attempt = 1; attempt <= MAX_ATTEMPTS && !cause.contains("SIGABRT"); attempt++) {
            cause = corrupt(random);
        }
        assertThat(cause).as("seed " + FIRST_SEED).contains("SIGABRT");
    }

    /** Why the connection was lost, through a link that garbles notifications. */
    private String corrupt(Random random) throws Exception {
        Map<String, String> impatient = new HashMap<>(options());
        impatient.put(CommonOptions.REQUEST_TIMEOUT.name(), "1s");
        try (AdsDevice device = AdsDevice.atFixedPort(NativeContract.TCP_PORT, impatient);
                FaultProxy proxy = FaultProxy.start(
                        new InetSocketAddress(
                                device.endpoint().host(), device.endpoint().port()),
                        device.proxyAddress(),
                        random.nextLong())) {
            Connection connection =
                    device.provider().connect(device.endpointThrough(proxy.address()), ConnectContext.standard());
            PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.counter")));
            connection.subscribe(group, SubscriptionSettings.cyclic(Duration.ofMillis(1)), batch -> {});
            long from = proxy.forwarded(Direction.TO_CLIENT) + 1_000;
            for (int i = 0; i < CORRUPT_BYTES; i++) {
                proxy.arm(
                        new Fault.Corrupt(Direction.TO_CLIENT, from + random.nextInt(3_000), 1 + random.nextInt(255)));
            }
            String cause = connection
                    .closed()
                    .handle((nothing, failure) -> String.valueOf(failure))
                    .toCompletableFuture()
                    .completeOnTimeout("alive", 10, TimeUnit.SECONDS)
                    .get();
            connection.close();
            proxy.clear();
            isWell(device);
            return cause;
        }
    }

    private static void isWell(AdsDevice device) throws Exception {
        try (Connection next = device.provider().connect(device.endpoint(), ConnectContext.standard())) {
            PointGroup again = next.resolve(List.of(DataPoint.of("MAIN.counter")));
            assertThat(StatusCode.isGood(again.statusAt(0))).isTrue();
            next.read(again, again.newBatch());
        }
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    @Test
    void noProcessOutlivesWhoStartedIt() throws Exception {
        try (PeerProcess parent = PeerProcess.java(Parent.class, backend, library)) {
            long child = Long.parseLong(parent.awaitLine(Parent.CHILD));
            assertThat(ProcessHandle.of(child)).isPresent();
            parent.process().destroyForcibly();
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> ProcessHandle.of(child)
                            .filter(ProcessHandle::isAlive)
                            .isEmpty());
        }
    }
}
