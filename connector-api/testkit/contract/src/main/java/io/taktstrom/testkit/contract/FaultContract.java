package io.taktstrom.testkit.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.ArmedFault;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Whatever happens to the bytes: the same result, or a clear exception in time. */
interface FaultContract extends ContractTest {

    /** More pieces than this take longer than they teach: in a long session runs of single bytes take turns with a larger piece. */
    int MAX_PIECES = 3_000;

    int SINGLE_BYTES = 32;

    @Test
    default void bytesThatArriveOneByOneGiveTheSame() throws Exception {
        for (Direction direction : Direction.values()) {
            List<Integer> sizes = new ArrayList<>(Collections.nCopies(SINGLE_BYTES, 1));
            long larger = sessionBytes(direction) * (SINGLE_BYTES + 1) / MAX_PIECES - SINGLE_BYTES;
            if (larger > 0) {
                sizes.add((int) larger);
            }
            givesTheSame(new Fault.Split(direction, sizes, Fault.PAUSE));
        }
    }

    @Test
    default void bytesThatArriveInPiecesOfAnySizeGiveTheSame() throws Exception {
        for (Direction direction : Direction.values()) {
            givesTheSame(new Fault.RandomSplit(direction, 1, 64));
            givesTheSame(new Fault.Split(direction, 2, 3, 5, 7, 11, 13, 1000));
        }
    }

    @Test
    default void manyAnswersInOnePieceGiveTheSame() throws Exception {
        for (Direction direction : Direction.values()) {
            givesTheSame(new Fault.Coalesce(direction, 1 << 16, Duration.ofMillis(20)));
        }
    }

    @Test
    default void aSlowLinkGivesTheSame() throws Exception {
        for (Direction direction : Direction.values()) {
            givesTheSame(new Fault.Delay(direction, Duration.ofMillis(30)));
        }
    }

    @Test
    default void aResetAnywhereIsAClearFailure() throws Exception {
        for (Direction direction : Direction.values()) {
            endsWell(direction, true, at -> new Fault.Reset(direction, at));
        }
    }

    @Test
    default void anEndOfStreamAnywhereIsAClearFailure() throws Exception {
        for (Direction direction : Direction.values()) {
            endsWell(direction, true, at -> new Fault.Truncate(direction, at));
        }
    }

    /** No protocol here protects its bytes, so a wrong value may pass; a crash, a hang or another exception may not. */
    @Test
    default void aCorruptByteAnywhereDoesNoMoreThanFail() throws Exception {
        Random random = new Random(Bench.SEED);
        for (Direction direction : Direction.values()) {
            endsWell(direction, false, at -> new Fault.Corrupt(direction, at, 1 + random.nextInt(255)));
        }
    }

    /** An answer belongs to one request. Taken for the next one's, it would be an old value with a Good status. */
    @Test
    default void anAnswerThatArrivesTwiceIsNotTakenForTheNextOne() throws Exception {
        bench().require(ConnectorFeatures.NUMBERED_ANSWERS);
        try (FaultProxy proxy = bench().proxy()) {
            Connection connection = bench().connectImpatiently(bench().device().endpointThrough(proxy.address()));
            Variable counter = bench().device().counter();
            PointGroup group = bench().resolve(connection, counter);
            bench().device().set(counter.address(), 1L);
            Bench.read(connection, group);
            // A connector may have tried a connection before the one that it reads by.
            int link = proxy.accepted();
            long before = proxy.forwarded(link, Direction.TO_CLIENT);
            assertThat(Bench.read(connection, group)).isEqualTo(1L);
            // The connector may have read the answer before the proxy counts it.
            bench().await().until(() -> proxy.forwarded(link, Direction.TO_CLIENT) > before);
            long after = proxy.forwarded(link, Direction.TO_CLIENT);
            ArmedFault repeat = proxy.arm(new Fault.Repeat(Direction.TO_CLIENT, after, (int) (after - before)));
            for (long value = 2; value <= 4; value++) {
                bench().device().set(counter.address(), value);
                Object read = bench().bounded("read", () -> {
                    try {
                        return Bench.read(connection, group);
                    } catch (ConnectorException e) {
                        return e;
                    }
                });
                if (!(read instanceof ConnectorException)) {
                    assertThat(read).isEqualTo(value);
                }
            }
            assertThat(repeat.firings()).as(repeat + " fired").isPositive();
        }
    }

    @Test
    default void aDeviceThatAcceptsAndSaysNothingIsGivenUp() throws Exception {
        try (FaultProxy proxy = bench().proxy()) {
            ArmedFault hole = proxy.arm(new Fault.BlackHole());
            Throwable failure = bench().bounded("session", () -> failure(proxy));
            assertThat(failure).isInstanceOf(ConnectorException.class);
            hole.disarm();
        }
    }

    @Test
    default void aDeviceThatDoesNotListenIsAConnectFailure() throws Exception {
        try (FaultProxy proxy = bench().proxy()) {
            proxy.arm(new Fault.Refuse());
            Endpoint endpoint = bench().device().endpointThrough(proxy.address());
            assertThatThrownBy(() -> bench().bounded("connect", () -> bench().connectImpatiently(endpoint)))
                    .isInstanceOf(ConnectFailedException.class);
        }
    }

    private void givesTheSame(Fault fault) throws Exception {
        List<Object> expected = expected();
        try (FaultProxy proxy = bench().proxy()) {
            ArmedFault armed = proxy.arm(fault);
            try (Connection connection = bench().connect(proxy)) {
                assertThat(session(connection))
                        .as(fault + ", seed " + Bench.SEED)
                        .isEqualTo(expected);
            }
            assertThat(armed.firings()).as(armed + " fired").isPositive();
        }
    }

    private void endsWell(Direction direction, boolean mustBeTrue, LongFunction<Fault> fault) throws Exception {
        List<Object> expected = expected();
        List<Callable<?>> sessions = new ArrayList<>();
        for (long at : offsets(sessionBytes(direction))) {
            Fault one = fault.apply(at);
            sessions.add(() -> endsWell(one, mustBeTrue, expected));
        }
        bench().atOnce(sessions);
    }

    private Fault endsWell(Fault fault, boolean mustBeTrue, List<Object> expected) throws Exception {
        try (FaultProxy proxy = bench().proxy()) {
            ArmedFault armed = proxy.arm(1, fault);
            String what = armed + ", seed " + Bench.SEED;
            bench().bounded(what, () -> {
                try (Connection connection =
                        bench().connectImpatiently(bench().device().endpointThrough(proxy.address()))) {
                    List<Object> result = session(connection);
                    if (mustBeTrue) {
                        assertThat(result).as(what).isEqualTo(expected);
                    }
                } catch (ConnectorException e) {
                    assertThat(e).as(what).hasMessageMatching("(?s).+");
                }
                return what;
            });
            proxy.clear();
            try (Connection connection = bench().connect(proxy)) {
                assertThat(session(connection)).as("after " + what).isEqualTo(expected);
            }
        }
        return fault;
    }

    private Throwable failure(FaultProxy proxy) {
        try (Connection connection = bench().connectImpatiently(bench().device().endpointThrough(proxy.address()))) {
            return new AssertionError("a session without a device gave " + session(connection));
        } catch (ConnectorException e) {
            return e;
        }
    }

    /** The values of all variables; the status where there is no good value. */
    private List<Object> session(Connection connection) throws ConnectorException {
        PointGroup group = connection.resolve(bench().points());
        SampleBatch batch = Bench.batch(connection, group);
        List<Object> result = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            result.add(
                    StatusCode.isGood(batch.statusAt(i)) ? Values.get(batch, i) : StatusCode.name(batch.statusAt(i)));
        }
        return result;
    }

    private List<Object> expected() throws Exception {
        List<Object> expected = new ArrayList<>();
        for (Variable variable : bench().device().variables()) {
            bench().device().set(variable.address(), variable.values().get(1));
            expected.add(variable.values().get(1));
        }
        return expected;
    }

    private long sessionBytes(Direction direction) throws Exception {
        expected();
        try (FaultProxy proxy = bench().proxy()) {
            try (Connection connection = bench().connect(proxy)) {
                session(connection);
            }
            return proxy.forwarded(direction);
        }
    }

    /** The first bytes, the last, and some between. */
    private long[] offsets(long bytes) {
        LongStream ends = LongStream.of(0, 1, 2, 3, 4, 5, 6, bytes - 1);
        LongStream between = new Random(Bench.SEED).longs(bench().device().faultPlaces(), 0, bytes);
        return LongStream.concat(ends, between)
                .filter(at -> at >= 0 && at < bytes)
                .distinct()
                .sorted()
                .toArray();
    }
}
