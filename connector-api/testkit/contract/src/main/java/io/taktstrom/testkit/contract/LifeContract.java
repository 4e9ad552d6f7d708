package io.taktstrom.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A connection lives until it is closed, and leaves nothing behind. */
interface LifeContract extends ContractTest {

    @Test
    default void theDeviceSaysWhoItIs() throws Exception {
        DeviceInfo device = bench().connect().device();
        assertThat(device.name()).isNotBlank();
        assertThat(device.state()).isNotNull();
    }

    @Test
    default void closingCompletesTheStageOnceAndWithoutACause() throws Exception {
        Connection connection = bench().connect();
        AtomicInteger completions = new AtomicInteger();
        CompletableFuture<Void> closed = connection.closed().toCompletableFuture();
        var unused = connection.closed().whenComplete((nothing, cause) -> completions.incrementAndGet());
        assertThat(closed).isNotDone();
        connection.close();
        connection.close();
        closed.get(bench().bound().toMillis(), TimeUnit.MILLISECONDS);
        connection.closed().toCompletableFuture().get(bench().bound().toMillis(), TimeUnit.MILLISECONDS);
        bench().await().untilAsserted(() -> assertThat(completions).hasValue(1));
    }

    /** What is handed out is a view: who completes it completes it for himself. */
    @Test
    default void onlyTheConnectionCanCompleteItsEnd() throws Exception {
        Connection connection = bench().connect();
        CompletableFuture<String> end = new CompletableFuture<>();
        var unused = connection.closed().whenComplete((nothing, cause) -> end.complete("ended " + cause));
        CompletionStage<Void> handedOut = connection.closed();
        assertThat(handedOut.toCompletableFuture().complete(null))
                .as("it was open")
                .isTrue();
        connection.closed().toCompletableFuture().cancel(true);
        connection.closed().toCompletableFuture().completeExceptionally(new IllegalStateException("not by us"));
        connection.closed().toCompletableFuture().obtrudeException(new IllegalStateException("not by us"));
        assertThat(connection.closed().toCompletableFuture()).as("for others").isNotDone();
        assertThat(end).as("for listeners").isNotDone();
        Bench.read(connection, bench().resolve(connection, bench().device().counter()));
        connection.close();
        assertThat(end.get(bench().bound().toMillis(), TimeUnit.MILLISECONDS)).isEqualTo("ended null");
    }

    @Test
    default void afterCloseEveryCallSaysThatTheConnectionIsGone() throws Exception {
        Connection connection = bench().connect();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        SampleBatch batch = group.newBatch();
        connection.close();
        assertThatThrownBy(() -> connection.resolve(bench().points())).isInstanceOf(ConnectionLostException.class);
        assertThatThrownBy(() -> connection.read(group, batch)).isInstanceOf(ConnectorException.class);
        assertThatThrownBy(connection::device).isInstanceOf(ConnectionLostException.class);
        if (bench().can(Capability.SUBSCRIBE)) {
            assertThatThrownBy(() -> connection.subscribe(group, Bench.FASTEST, ignored -> {}))
                    .isInstanceOf(ConnectorException.class);
        }
        if (bench().can(Capability.BROWSE)) {
            assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL).next(1))
                    .isInstanceOf(ConnectionLostException.class);
        }
        group.close();
    }

    @Test
    default void aListenerOfTheEndMayCloseToo() throws Exception {
        Connection connection = bench().connect();
        CompletableFuture<String> heard = new CompletableFuture<>();
        var unused = connection.closed().whenComplete((nothing, cause) -> {
            connection.close();
            heard.complete("closed again");
        });
        bench().bounded("close", () -> {
            connection.close();
            return heard.get();
        });
    }

    @Test
    default void closeCutsOffCallsOfOtherThreads() throws Exception {
        for (int round = 0; round < 12; round++) {
            Connection connection = bench().connect();
            List<PointGroup> groups = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                groups.add(bench().resolveAll(connection));
            }
            AtomicInteger reads = new AtomicInteger();
            List<Callable<Throwable>> readers = new ArrayList<>();
            for (PointGroup group : groups) {
                readers.add(() -> readUntilItFails(connection, group, reads));
            }
            ContractThreads together = ContractThreads.start(readers);
            bench().await().until(() -> reads.get() >= groups.size());
            bench().closeInTime(connection);
            for (Object end : together.results(bench().bound())) {
                assertThat(end).isInstanceOf(ConnectionLostException.class);
            }
        }
    }

    private static Throwable readUntilItFails(Connection connection, PointGroup group, AtomicInteger reads) {
        SampleBatch batch = group.newBatch();
        try {
            while (true) {
                connection.read(group, batch);
                reads.incrementAndGet();
            }
        } catch (ConnectorException | RuntimeException e) {
            return e;
        }
    }

    @Test
    default void aSinkMayCloseTheConnection() throws Exception {
        Connection connection = bench().connectToSubscribe();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        try {
            connection.subscribe(group, Bench.FASTEST, batch -> connection.close());
        } catch (ConnectionLostException e) {
            // The first sample may come while subscribe is still at work: closing cuts it off, as it does any call.
        }
        connection.closed().toCompletableFuture().get(bench().bound().toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    default void closeDoesNotWaitForASinkForEver() throws Exception {
        Connection connection = bench().connectToSubscribe();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        try (Gated slow = new Gated(bench().bound())) {
            connection.subscribe(group, Bench.FASTEST, slow);
            slow.awaitEntered();
            bench().closeInTime(connection);
        }
    }

    @Test
    default void noThreadOutlivesItsConnection() throws Exception {
        useAndClose();
        Set<Thread> before = Set.copyOf(Thread.getAllStackTraces().keySet());
        for (int i = 0; i < 20; i++) {
            useAndClose();
        }
        assertNoMoreThreadsThan(before);
    }

    @Test
    default void noThreadOutlivesAConnectThatFails() throws Exception {
        try (FaultProxy proxy = bench().proxy()) {
            Endpoint endpoint = bench().device().endpointThrough(proxy.address());
            useAndClose();
            failToConnect(endpoint);
            proxy.arm(new Fault.Refuse());
            Set<Thread> before = Set.copyOf(Thread.getAllStackTraces().keySet());
            for (int i = 0; i < 10; i++) {
                failToConnect(endpoint);
            }
            assertNoMoreThreadsThan(before);
        }
    }

    private void failToConnect(Endpoint endpoint) {
        try {
            bench().connectImpatiently(endpoint).close();
        } catch (ConnectorException e) {
            // As it should be.
        }
    }

    @Test
    default void closeEndsTheLinkThoughACallWaitsForItsAnswer() throws Exception {
        try (FaultProxy proxy = bench().proxy()) {
            Connection connection = bench().connect(proxy);
            PointGroup group = bench().resolve(connection, bench().device().counter());
            Bench.read(connection, group);
            proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
            long sent = proxy.forwarded(Direction.TO_SERVER);
            ContractThreads reader =
                    ContractThreads.start(List.of(() -> readUntilItFails(connection, group, new AtomicInteger())));
            bench().await().until(() -> proxy.forwarded(Direction.TO_SERVER) > sent);
            bench().closeInTime(connection);
            bench().await().until(() -> proxy.clients() == 0);
            proxy.clear();
            reader.results(bench().bound());
        }
    }

    private void assertNoMoreThreadsThan(Set<Thread> before) {
        ContractThreads.awaitNoMoreThan(before, bench().device()::isDeviceThread, bench().bound());
    }

    private void useAndClose() throws Exception {
        try (Connection connection = bench().connect()) {
            PointGroup group = bench().resolve(connection, bench().device().counter());
            Bench.read(connection, group);
            if (bench().can(Capability.SUBSCRIBE)) {
                RecordingSink sink = bench().sink();
                connection.subscribe(group, Bench.FASTEST, sink);
                sink.awaitCount(1);
            }
        }
    }
}
