package io.taktstrom.testkit.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.spi.SubscriptionSettings.Trigger;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the device pushes arrives: all of it, in order, until it is told to stop. */
interface SubscribeContract extends ContractTest {

    @Test
    default void theFirstSampleOfEachPointIsItsValueThenComesEachChange() throws Exception {
        Connection connection = bench().connectToSubscribe();
        List<Variable> variables = bench().device().variables();
        for (Variable variable : variables) {
            bench().device().set(variable.address(), variable.values().get(0));
        }
        RecordingSink sink = bench().sink();
        PointGroup group = bench().resolveAll(connection);
        Subscription subscription = connection.subscribe(group, Bench.FASTEST, sink);
        for (int i = 0; i < variables.size(); i++) {
            Variable variable = variables.get(i);
            Bench.assertGood(subscription.statusAt(i), "subscribe " + variable.address());
            sink.awaitSample(sample -> sample.point().equals(variable.address()));
            RecordedSample first = sink.samplesOf(variable.address()).get(0);
            Bench.assertGood(first.status(), "first sample of " + variable.address());
            assertThat(first.value())
                    .as(variable.address())
                    .isEqualTo(variable.values().get(0));
        }
        for (Variable variable : variables) {
            bench().device().set(variable.address(), variable.values().get(1));
            sink.awaitValue(variable.address(), variable.values().get(1));
        }
    }

    @Test
    default void everyStepArrivesOnceAndInOrder() throws Exception {
        Connection connection = bench().connectToSubscribe();
        Variable counter = bench().counterAt(0L);
        RecordingSink sink = bench().sink();
        subscribe(connection, counter, sink);
        sink.awaitValue(counter.address(), 0L);
        for (long from = 1; from < 2000; from += 100) {
            bench().device().count(from, from + 99);
            sink.awaitValue(counter.address(), from + 99);
        }
        List<RecordedSample> samples = sink.samples();
        assertThat(samples).hasSize(2001);
        for (int i = 0; i < samples.size(); i++) {
            assertThat(samples.get(i).value()).as("sample " + i).isEqualTo((long) i);
            Bench.assertGood(samples.get(i).status(), "sample " + i);
            assertThat(samples.get(i).sequence() - samples.get(0).sequence()).isEqualTo(i);
        }
    }

    @Test
    default void everySampleSaysWhenItCame() throws Exception {
        Connection connection = bench().connectToSubscribe();
        Variable counter = bench().counterAt(0L);
        long before = bench().clock().epochNanos();
        RecordingSink sink = bench().sink();
        PointGroup group = connection.resolve(List.of(bench().unknownPoint(), bench().point(counter)));
        connection.subscribe(group, Bench.FASTEST, sink);
        sink.awaitValue(counter.address(), 0L);
        bench().device().set(counter.address(), 1L);
        sink.awaitValue(counter.address(), 1L);
        sink.awaitCount(3);
        long after = bench().clock().epochNanos();
        assertThat(sink.samples())
                .allSatisfy(sample -> assertThat(sample.receivedAt())
                        .as("when %s came, by the clock that the connection was given", sample)
                        .isBetween(before, after));
    }

    @Test
    default void aSinkIsCalledByOneThreadOneCallAtATime() throws Exception {
        Connection connection = bench().connectToSubscribe();
        Variable counter = bench().counterAt(0L);
        Set<Thread> callers = ConcurrentHashMap.newKeySet();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        RecordingSink sink = bench().sink();
        List<DataPoint> points = new ArrayList<>(bench().points());
        points.add(bench().unknownPoint());
        points.add(bench().point(counter));
        connection.subscribe(connection.resolve(points), Bench.FASTEST, batch -> {
            callers.add(Thread.currentThread());
            together.accumulateAndGet(inside.incrementAndGet(), Math::max);
            sink.onSamples(batch);
            inside.decrementAndGet();
        });
        sink.awaitCount(points.size());
        bench().device().count(1, 200);
        sink.awaitValue(counter.address(), 200L);
        assertThat(callers).as("threads that called").hasSize(1);
        assertThat(together).as("calls at the same time").hasValue(1);
    }

    @Test
    default void cyclicSamplesComeWithoutAChange() throws Exception {
        Connection connection = bench().connectToSubscribe();
        Variable counter = bench().counterAt(9L);
        RecordingSink sink = bench().sink();
        PointGroup group = bench().resolve(connection, counter);
        Subscription subscription =
                connection.subscribe(group, SubscriptionSettings.cyclic(Duration.ofMillis(20)), sink);
        boolean cyclic = subscription.revised().trigger() == Trigger.CYCLIC;
        assertThat(sink.awaitCount(cyclic ? 5 : 1))
                .extracting(RecordedSample::value)
                .containsOnly(9L);
        bench().device().set(counter.address(), 10L);
        sink.awaitValue(counter.address(), 10L);
    }

    @Test
    default void aSubscriptionSaysWhatTheDeviceDoes() throws Exception {
        Connection connection = bench().connectToSubscribe();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        SubscriptionSettings wanted =
                new SubscriptionSettings(Trigger.ON_CHANGE, Duration.ofMillis(50), Duration.ofMillis(100));
        Subscription subscription = connection.subscribe(group, wanted, bench().sink());
        assertThat(subscription.group()).isSameAs(group);
        assertThat(subscription.revised().trigger()).isEqualTo(Trigger.ON_CHANGE);
        Bench.assertGood(subscription.statusAt(0), "subscribe");
    }

    @Test
    default void aPointThatCannotBePushedSaysSoAndTheOthersArePushed() throws Exception {
        Connection connection = bench().connectToSubscribe();
        Variable counter = bench().counterAt(1L);
        PointGroup group = connection.resolve(List.of(bench().unknownPoint(), bench().point(counter)));
        RecordingSink sink = bench().sink();
        Subscription subscription = connection.subscribe(group, Bench.FASTEST, sink);
        Bench.assertBad(subscription.statusAt(0), "the unknown point");
        Bench.assertGood(subscription.statusAt(1), "the other");
        RecordedSample bad = sink.awaitSample(
                sample -> sample.point().equals(bench().unknownPoint().name()));
        Bench.assertBad(bad.status(), "the unknown point's sample");
        bench().device().set(counter.address(), 2L);
        sink.awaitValue(counter.address(), 2L);
    }

    @Test
    default void subscriptionsToTheSamePointDoNotMeddle() throws Exception {
        Connection connection = bench().connectToSubscribe();
        Variable counter = bench().counterAt(0L);
        RecordingSink first = bench().sink();
        RecordingSink second = bench().sink();
        Subscription closing = subscribe(connection, counter, first);
        subscribe(connection, counter, second);
        bench().device().set(counter.address(), 1L);
        first.awaitValue(counter.address(), 1L);
        second.awaitValue(counter.address(), 1L);
        closing.close();
        closing.close();
        int before = first.samples().size();
        for (long value = 2; value <= 20; value++) {
            bench().device().set(counter.address(), value);
            second.awaitValue(counter.address(), value);
        }
        assertThat(first.samples()).as("samples after close").hasSize(before);
        assertThat(Bench.read(connection, bench().resolve(connection, counter))).isEqualTo(20L);
    }

    @Test
    default void aSinkMayCallItsConnection() throws Exception {
        Connection connection = bench().connectToSubscribe();
        Variable counter = bench().counterAt(5L);
        PointGroup group = bench().resolve(connection, counter);
        CompletableFuture<Object> read = new CompletableFuture<>();
        CompletableFuture<Subscription> self = new CompletableFuture<>();
        AtomicInteger calls = new AtomicInteger();
        RecordingSink other = bench().sink();
        self.complete(connection.subscribe(group, Bench.FASTEST, batch -> {
            calls.incrementAndGet();
            try {
                read.complete(Bench.read(connection, group));
                subscribe(connection, counter, other);
                self.join().close();
            } catch (ConnectorException | RuntimeException e) {
                read.completeExceptionally(e);
            }
        }));
        assertThat(read.get(bench().bound().toMillis(), TimeUnit.MILLISECONDS)).isEqualTo(5L);
        other.awaitValue(counter.address(), 5L);
        bench().device().set(counter.address(), 6L);
        other.awaitValue(counter.address(), 6L);
        assertThat(calls).as("calls of a sink that closed its subscription").hasValue(1);
    }

    @Test
    default void aSinkThatThrowsStillGetsTheNextSamples() throws Exception {
        Connection connection = bench().connectToSubscribe();
        Variable counter = bench().counterAt(0L);
        RecordingSink sink = bench().sink();
        subscribe(connection, counter, batch -> {
            sink.onSamples(batch);
            throw new IllegalStateException("a sink of the contract that fails on purpose");
        });
        sink.awaitValue(counter.address(), 0L);
        bench().device().set(counter.address(), 1L);
        RecordedSample next = sink.awaitValue(counter.address(), 1L);
        assertThat(bench().heard().notices())
                .as("that the sink failed is said")
                .anyMatch(notice -> notice.contains("sink"));
        assertThat(StatusCode.hasOverflow(next.status()))
                .as("what the sink threw at is lost, and the next sample says so: " + next)
                .isTrue();
        assertThat(Bench.read(connection, bench().resolve(connection, counter))).isEqualTo(1L);
    }

    @Test
    default void aSlowSinkHoldsUpNoReads() throws Exception {
        Connection connection = bench().connectToSubscribe();
        Variable counter = bench().counterAt(0L);
        try (Gated slow = new Gated(bench().bound())) {
            subscribe(connection, counter, slow);
            slow.awaitEntered();
            bench().device().set(counter.address(), 1L);
            PointGroup group = bench().resolve(connection, counter);
            assertThat(bench().bounded("read", () -> Bench.read(connection, group)))
                    .isEqualTo(1L);
        }
    }

    /** What a slow sink missed shows as Overflow on the next sample, and the newest value is never the one missed. */
    @Test
    default void aSlowSinkGetsAllSamplesOrHearsOfTheLossAndEndsWithTheNewest() throws Exception {
        Connection connection = bench().connectToSubscribe();
        Variable counter = bench().counterAt(0L);
        try (Gated slow = new Gated(bench().bound())) {
            subscribe(connection, counter, slow);
            slow.awaitEntered();
            PointGroup group = bench().resolve(connection, counter);
            bench().bounded("count", () -> {
                bench().device().count(1, 5000);
                return 5000;
            });
            // On a link in order, what was pushed before the answer has come: what the sink is too slow for.
            assertThat(Bench.read(connection, group)).isEqualTo(5000L);
            slow.release();
            slow.recorded.awaitValue(counter.address(), 5000L);
            long last = -1;
            for (RecordedSample sample : slow.recorded.samples()) {
                long value = (Long) Objects.requireNonNull(sample.value());
                assertThat(value).as("order").isGreaterThan(last);
                assertThat(value == last + 1 || StatusCode.hasOverflow(sample.status()))
                        .as("from " + last + " to " + sample)
                        .isTrue();
                last = value;
            }
        }
    }

    private Subscription subscribe(Connection connection, Variable variable, SampleSink sink)
            throws ConnectorException {
        return connection.subscribe(bench().resolve(connection, variable), Bench.FASTEST, sink);
    }
}
