package io.taktstrom.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.taktstrom.data.PointGroup;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver.Operation;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.Recorded;
import jdk.jfr.consumer.RecordedEvent;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** The observer of a connection hears of each call, well or not, and of what goes over the wire: meters are made of that. */
interface ObserverContract extends ContractTest {

    @Test
    default void theObserverHearsOfEachCallThatWentWell() throws Exception {
        Connection connection = bench().connect();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        for (Call call : calls()) {
            assertThat(failureOfToldCall(call, () -> call.on(connection, group)))
                    .as(call.name())
                    .isNull();
        }
        assertThat(bench().heard().backwards())
                .as("calls that took less than no time")
                .isZero();
    }

    @Test
    default void theObserverHearsOfEachCallThatIsRefused() throws Exception {
        Connection connection = bench().connect();
        PointGroup closed = bench().resolve(connection, bench().device().counter());
        closed.close();
        for (Call call : calls()) {
            Throwable failure = failureOfToldCall(call, () -> call.wronglyOn(connection, closed));
            if (call != Call.BROWSE) {
                assertThat(failure).as(call.name()).isInstanceOf(InvalidRequestException.class);
            }
        }
    }

    @Test
    default void theObserverHearsOfEachCallOnALostConnection() throws Exception {
        Connection connection = bench().connectImpatiently(bench().device().endpoint());
        PointGroup group = bench().resolve(connection, bench().device().counter());
        bench().device().stop();
        bench().await().until(() -> connection.closed().toCompletableFuture().isDone());
        for (Call call : calls()) {
            assertThat(failureOfToldCall(call, () -> call.on(connection, group)))
                    .as(call.name())
                    .isInstanceOf(ConnectorException.class);
        }
        bench().device().start();
    }

    @Test
    default void theObserverHearsOfACallThatRunsOutOfTime() throws Exception {
        try (FaultProxy proxy = bench().proxy()) {
            Endpoint endpoint = bench().device().endpointThrough(proxy.address());
            Connection connection = bench().connectImpatiently(endpoint);
            PointGroup group = bench().resolve(connection, bench().device().counter());
            proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
            assertThat(failureOfToldCall(Call.READ, () -> bench().bounded("read", () -> Bench.read(connection, group))))
                    .isInstanceOf(ConnectorException.class);
        }
    }

    @Test
    default void theObserverHearsOfRoundTrips() throws Exception {
        bench().require(ConnectorFeatures.ROUND_TRIPS);
        Connection connection = bench().connect();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        for (Call call : List.of(Call.READ, Call.WRITE)) {
            if (bench().can(call.needs)) {
                long before = bench().heard().roundTrips();
                call.on(connection, group);
                assertThat(bench().heard().roundTrips())
                        .as("round trips after " + call)
                        .isGreaterThan(before);
            }
        }
    }

    @Test
    default void flightRecorderHearsOfEachCallByTheNameOfTheConnection() throws Exception {
        bench().require(ConnectorFeatures.FLIGHT_RECORDER);
        Connection connection = bench().connect();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        List<RecordedEvent> events = Recorded.during("taktstrom.Request", () -> {
            for (Call call : calls()) {
                call.on(connection, group);
            }
        });
        assertThat(events)
                .filteredOn(event -> event.getString("connection").equals(Bench.NAME))
                .extracting(event -> event.getString("operation"))
                .containsAll(calls().stream()
                        .map(call -> call.name().toLowerCase(Locale.ROOT))
                        .toList());
    }

    /** What the call threw, or null. The observer must have heard of it before it returned, once. */
    private @Nullable Throwable failureOfToldCall(Call call, ThrowingCallable body) {
        Operation told = call.told;
        if (told == null) {
            throw new IllegalArgumentException("no observer hears of " + call);
        }
        long before = bench().heard().calls(told);
        Throwable failure = catchThrowable(body);
        assertThat(bench().heard().calls(told) - before)
                .as("how often the observer heard of %s, which gave %s", call, failure)
                .isEqualTo(1);
        return failure;
    }

    private List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        for (Call call : Call.values()) {
            Capability needs = call.needs;
            if (call.told != null && bench().can(needs)) {
                calls.add(call);
            }
        }
        return calls;
    }
}
