package io.taktstrom.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.testkit.ArmedFault;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Devices stop, restart and fall silent; a connection dies once and says so, or lives on with true values. */
interface LossContract extends ContractTest {

    @Test
    default void aDeviceThatStopsEndsTheConnectionOnceWithTheCause() throws Exception {
        Connection connection = bench().connectBeforeALoss();
        PointGroup group = bench().resolveAll(connection);
        AtomicInteger ends = new AtomicInteger();
        var unused = connection.closed().whenComplete((nothing, cause) -> ends.incrementAndGet());
        bench().device().stop();
        assertThat(cause(connection)).isInstanceOf(ConnectorException.class);
        assertThatThrownBy(() -> connection.read(group, group.newBatch())).isInstanceOf(ConnectionLostException.class);
        assertThatThrownBy(connection::device).isInstanceOf(ConnectionLostException.class);
        assertThatThrownBy(() -> bench().connectImpatiently(bench().device().endpoint()))
                .isInstanceOf(ConnectFailedException.class);
        bench().device().start();
        connection.close();
        assertThat(cause(connection)).isInstanceOf(ConnectorException.class);
        bench().await().untilAsserted(() -> assertThat(ends).hasValue(1));
        bench().resolveAll(bench().connect());
    }

    /** No request, no subscription: the end of the link alone tells. */
    @Test
    default void aLossIsNoticedWithoutACall() throws Exception {
        for (Fault end : List.of(new Fault.Reset(Direction.TO_CLIENT, 0), new Fault.Truncate(Direction.TO_CLIENT, 0))) {
            try (FaultProxy proxy = bench().proxy()) {
                Connection connection =
                        bench().connectImpatiently(bench().device().endpointThrough(proxy.address()));
                PointGroup group = bench().resolve(connection, bench().device().counter());
                ArmedFault armed = proxy.arm(end);
                assertThat(cause(connection)).as(end.toString()).isInstanceOf(ConnectorException.class);
                assertThat(armed.firings()).as(armed + " fired").isPositive();
                assertThatThrownBy(() -> connection.read(group, group.newBatch()))
                        .as("read after %s", end)
                        .isInstanceOf(ConnectionLostException.class);
            }
        }
    }

    /** By the end of the connection, which its owner reports; not by a notice of each part of it, too. */
    @Test
    default void aLossIsToldOnce() throws Exception {
        Connection connection = bench().connectBeforeALoss();
        PointGroup group = bench().resolveAll(connection);
        if (bench().can(Capability.SUBSCRIBE)) {
            RecordingSink sink = bench().sink();
            connection.subscribe(group, Bench.FASTEST, sink);
            sink.awaitCount(group.size());
        }
        bench().heard().notices().clear();
        bench().device().stop();
        String cause = String.valueOf(cause(connection).getMessage());
        PushingConnection.abandon(connection);
        assertThat(bench().heard().notices()).as("beside the cause: " + cause).isEmpty();
        bench().device().start();
    }

    @Test
    default void aLostConnectionEndsEachSubscriptionWithEveryPointBad() throws Exception {
        Bench.assume(bench().can(Capability.SUBSCRIBE), "the connector cannot push");
        Connection connection = bench().connectBeforeALoss();
        List<RecordingSink> sinks = List.of(bench().sink(), bench().sink());
        PointGroup group = bench().resolveAll(connection);
        for (RecordingSink sink : sinks) {
            connection.subscribe(group, Bench.FASTEST, sink);
            sink.awaitCount(group.size());
        }
        bench().device().stop();
        for (RecordingSink sink : sinks) {
            awaitEveryPointBad(sink, group);
            assertThat(sink.samples())
                    .as("when the last samples came")
                    .noneMatch(sample -> sample.receivedAt() == SampleBatch.NO_TIME);
        }
        bench().device().start();
        cause(connection);
        for (RecordingSink sink : sinks) {
            assertThat(lastAreBad(sink, group)).as("nothing after the end").isTrue();
        }
    }

    @Test
    default void aDeviceThatRestartsServesANewConnection() throws Exception {
        Connection old = bench().connect();
        PointGroup oldGroup = bench().resolveAll(old);
        bench().device().restart();
        Connection connection = bench().connect();
        Variable counter = bench().counterAt(4L);
        assertThat(Bench.read(connection, bench().resolve(connection, counter))).isEqualTo(4L);
        assertThat(cause(old)).isInstanceOf(ConnectorException.class);
        assertThatThrownBy(() -> old.read(oldGroup, oldGroup.newBatch())).isInstanceOf(ConnectionLostException.class);
    }

    @Test
    default void onASilentLinkEveryCallGivesUpInTime() throws Exception {
        bench().require(ConnectorFeatures.FAULTS);
        List<Callable<?>> calls = new ArrayList<>();
        for (Call call : Call.values()) {
            if (call.asksTheDevice && bench().can(call.needs)) {
                calls.add(() -> givesUpInTime(call));
            }
        }
        bench().atOnce(calls);
    }

    private Call givesUpInTime(Call call) throws Exception {
        try (FaultProxy proxy = bench().proxy()) {
            Connection connection = bench().connectImpatiently(bench().device().endpointThrough(proxy.address()));
            PointGroup group = bench().resolve(connection, bench().device().counter());
            ArmedFault silence = proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
            Throwable failure = bench().bounded(call.name(), () -> catchThrowable(() -> call.on(connection, group)));
            assertThat(failure)
                    .as(call.name())
                    .isInstanceOfAny(RequestTimeoutException.class, ConnectionLostException.class);
            bench().closeInTime(connection);
            silence.disarm();
        }
        return call;
    }

    /** After a silence the connection is dead and has said so, or it works; a late answer is not taken for another's. */
    @Test
    default void afterASilenceTheConnectionIsDeadOrGivesTrueValues() throws Exception {
        try (FaultProxy proxy = bench().proxy()) {
            Variable counter = bench().counterAt(1L);
            Connection connection = bench().connectImpatiently(bench().device().endpointThrough(proxy.address()));
            PointGroup group = bench().resolve(connection, counter);
            RecordingSink sink = bench().sink();
            boolean pushes = bench().can(Capability.SUBSCRIBE);
            if (pushes) {
                connection.subscribe(group, Bench.FASTEST, sink);
                sink.awaitValue(counter.address(), 1L);
            }
            ArmedFault silence = proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
            assertThatThrownBy(() -> bench().bounded("read", () -> Bench.read(connection, group)))
                    .isInstanceOfAny(RequestTimeoutException.class, ConnectionLostException.class);
            bench().device().set(counter.address(), 2L);
            silence.disarm();
            if (readsTruth(connection, group, 2L)) {
                bench().device().set(counter.address(), 3L);
                assertThat(readsTruth(connection, group, 3L)).isTrue();
                if (pushes) {
                    sink.awaitValue(counter.address(), 3L);
                }
            } else {
                assertThat(cause(connection)).isInstanceOf(ConnectorException.class);
                if (pushes) {
                    awaitEveryPointBad(sink, group);
                }
            }
        }
    }

    /** False when the connection is dead. */
    private boolean readsTruth(Connection connection, PointGroup group, Object truth) throws Exception {
        long start = System.nanoTime();
        while (System.nanoTime() - start < bench().bound().toNanos()) {
            try {
                assertThat(Bench.read(connection, group)).isEqualTo(truth);
                return true;
            } catch (RequestTimeoutException e) {
                // The link may be slow to come back.
            } catch (ConnectionLostException e) {
                return false;
            }
        }
        throw new AssertionError("the connection neither works nor dies");
    }

    private void awaitEveryPointBad(RecordingSink sink, PointGroup group) {
        bench().await()
                .untilAsserted(() -> assertThat(lastAreBad(sink, group))
                        .as("the last sample of every point is Bad: " + sink.samples())
                        .isTrue());
    }

    private static boolean lastAreBad(RecordingSink sink, PointGroup group) {
        return group.points().stream().allMatch(point -> {
            List<RecordedSample> samples = sink.samplesOf(point.name());
            return !samples.isEmpty()
                    && StatusCode.isBad(samples.get(samples.size() - 1).status());
        });
    }

    /** What {@code closed()} completes with, as a listener gets it. */
    private Throwable cause(Connection connection) throws Exception {
        CompletableFuture<Throwable> cause = new CompletableFuture<>();
        var unused = connection.closed().whenComplete((nothing, failure) -> cause.complete(failure));
        Throwable failure = cause.get(bench().bound().toMillis(), TimeUnit.MILLISECONDS);
        if (failure == null) {
            throw new AssertionError("closed() completed without a cause");
        }
        return failure;
    }
}
