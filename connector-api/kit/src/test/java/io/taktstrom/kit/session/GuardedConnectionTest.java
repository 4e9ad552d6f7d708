package io.taktstrom.kit.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.ManualClock;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.taktstrom.kit.session.FakeSession.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(30)
class GuardedConnectionTest {

    private static final SubscriptionSettings FASTEST = SubscriptionSettings.onChange(Duration.ZERO);

    private final ManualClock clock = new ManualClock(1_000);
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final ConnectionObserver observer = new ConnectionObserver() {
        @Override
        public void onOperationCompleted(Operation operation, long nanos) {
            heard.add(operation.name());
        }

        @Override
        public void onRoundTrips(int count) {
            heard.add("round trips " + count);
        }

        @Override
        public void onNotice(String message) {
            heard.add(message);
        }
    };
    private final FakeSession session = new FakeSession(clock, observer);

    private PointGroup resolve(String... addresses) throws ConnectorException {
        return session.resolve(
                List.of(addresses).stream().map(FakeSession::point).toList());
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void theObserverHearsOfEveryCallThatWorks() throws Exception {
        PointGroup group = resolve("a");
        session.read(group, group.newBatch());
        session.write(group, group.newBatch(), new int[0]);
        session.subscribe(group, FASTEST, batch -> {});
        session.browse(BrowseFilter.ALL);

        assertThat(heard).containsExactly("RESOLVE", "round trips 2", "READ", "WRITE", "SUBSCRIBE", "BROWSE");
    }

    @Test
    void theObserverHearsOfEveryCallThatFails() throws Exception {
        PointGroup group = resolve("a");
        session.failure = new DeviceErrorException("refused", StatusCode.BAD_DEVICE_FAILURE, 7);
        heard.clear();
        List<ThrowingCallable> calls = List.of(
                () -> resolve("a"),
                () -> session.read(group, group.newBatch()),
                () -> session.write(group, group.newBatch(), new int[0]),
                () -> session.subscribe(group, FASTEST, batch -> {}),
                () -> session.browse(BrowseFilter.ALL));

        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call).isInstanceOf(DeviceErrorException.class);
        }
        assertThat(heard).containsExactly("RESOLVE", "READ", "WRITE", "SUBSCRIBE", "BROWSE");
        session.close();
        heard.clear();
        for (ThrowingCallable call : calls) {
            assertThatThrownBy(call).isInstanceOf(ConnectionLostException.class);
        }
        assertThat(heard).containsExactly("RESOLVE", "READ", "WRITE", "SUBSCRIBE", "BROWSE");
    }

    @Test
    void foreignAndClosedGroupsNeverReachTheConnector() throws Exception {
        PointGroup foreign = new FakeSession(clock, observer).resolve(List.of(point("a")));
        PointGroup closed = resolve("a");
        closed.close();
        session.calls.clear();
        for (PointGroup group : List.of(foreign, closed)) {
            refused(() -> session.read(group, group.newBatch()));
            refused(() -> session.write(group, group.newBatch(), new int[0]));
            refused(() -> session.subscribe(group, FASTEST, batch -> {}));
        }

        assertThat(session.calls).isEmpty();
        assertThat(closed.statusAt(0)).isEqualTo(StatusCode.BAD_CONNECTION_CLOSED);
    }

    @Test
    void aCallDuringWhichTheConnectionIsClosedIsToldThatAndNotThatItsGroupIs() throws Exception {
        PointGroup group = resolve("a");
        session.meanwhile = session::close;

        assertThatThrownBy(() -> session.read(group, group.newBatch())).isInstanceOf(ConnectionLostException.class);
    }

    @Test
    void batchesAndStatusesWithoutRoomNeverReachTheConnector() throws Exception {
        PointGroup group = resolve("a", "b:STRING(10)");
        SampleBatch other = resolve("a").newBatch();
        other.addDouble(0, 0, 0, 1);
        SampleBatch values = group.newBatch();
        values.addDouble(0, 0, 0, 1);
        session.calls.clear();

        refused(() -> session.read(group, new SampleBatch(1, 100)));
        refused(() -> session.read(group, new SampleBatch(2, 29)));
        refused(() -> session.write(group, other, new int[1]));
        refused(() -> session.write(group, values, new int[0]));
        refused(() -> session.resolve(List.of()));

        assertThat(session.calls).isEmpty();
    }

    @Test
    void aReadHasItsTimeOfReceipt() throws Exception {
        PointGroup group = resolve("a", "nowhere");
        SampleBatch batch = group.newBatch();
        clock.advance(Duration.ofNanos(234));

        session.read(group, batch);

        assertThat(batch.receivedAt()).isEqualTo(1_234);
        assertThat(batch.group()).isSameAs(group);
        assertThat(batch.statusAt(1)).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
    }

    @Test
    void onlyWhatMayBeWrittenReachesTheDevice() throws Exception {
        PointGroup mixed = session.resolve(List.of(point("nowhere"), DataPoint.of("readonly"), point("a")));
        SampleBatch values = mixed.newBatch();
        for (int i = 0; i < 3; i++) {
            values.addDouble(i, 0, 0, 1);
        }
        int[] statuses = new int[3];

        session.write(mixed, values, statuses);

        assertThat(statuses)
                .containsExactly(StatusCode.BAD_NODE_ID_UNKNOWN, StatusCode.BAD_NOT_WRITABLE, StatusCode.GOOD);
        assertThat(session.calls).endsWith("write [2]");
    }

    @Test
    void aGroupThatClosesEndsItsSubscriptionsThenWhatTheDeviceHoldsThenItsMemory() throws Exception {
        PointGroup group = resolve("a:STRING(20)");
        PointGroup other = resolve("a");
        Subscription ended = session.subscribe(group, FASTEST, batch -> {});
        Subscription stays = session.subscribe(other, FASTEST, batch -> {});
        long held = session.memory().held();
        session.calls.clear();

        group.close();
        group.close();
        ended.close();

        assertThat(session.calls).containsExactly("silence", "unsubscribe", "release");
        assertThat(held).isPositive();
        assertThat(session.memory().held()).isZero();
        assertThat(ended.statusAt(0)).isEqualTo(StatusCode.BAD_CONNECTION_CLOSED);
        assertThat(stays.statusAt(0)).isEqualTo(StatusCode.GOOD);
    }

    @Test
    void aGroupThatDoesNotComeAboutCostsNoMemory() {
        assertThatThrownBy(() -> resolve("fails", "a:STRING(20)")).hasMessage("asked too much");

        assertThat(session.memory().held()).isZero();
    }

    @Test
    void closingEndsAllOnceAndInOrder() throws Exception {
        PointGroup group = resolve("a");
        session.subscribe(group, FASTEST, batch -> {});
        CompletableFuture<Void> closed = session.closed().toCompletableFuture();
        session.calls.clear();

        session.close();
        session.close();
        closed.get(30, TimeUnit.SECONDS);

        assertThat(session.calls).containsExactly("silence", "unsubscribe", "release", "disconnect");
        assertThatThrownBy(session::device).isInstanceOf(ConnectionLostException.class);
    }

    @Test
    void aLossIsToldToSubscribersFirstAndOnceToAll() throws Exception {
        session.subscribe(resolve("a"), FASTEST, batch -> {});
        List<String> order = new ArrayList<>();
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        var unused = session.closed().whenComplete((nothing, cause) -> {
            order.addAll(session.calls);
            told.complete(cause);
        });
        ConnectionLostException cause = new ConnectionLostException("pulled");
        session.calls.clear();

        session.lose(cause);
        session.lose(new ConnectionLostException("again"));

        assertThat(told.get(30, TimeUnit.SECONDS)).isSameAs(cause);
        assertThat(order).containsExactly("lost");
        assertThatThrownBy(session::device)
                .isInstanceOf(ConnectionLostException.class)
                .hasMessage("the connection to 10.0.0.5:1 is lost: pulled");
        heard.clear();
        session.failure = new ConnectionLostException("gone");
        session.close();
        assertThat(heard).as("a loss is not a separate failure").isEmpty();
    }

    @Test
    void onlyTheConnectionCompletesItsEnd() throws Exception {
        session.closed().toCompletableFuture().complete(null);
        session.closed().toCompletableFuture().cancel(true);

        assertThat(session.closed().toCompletableFuture()).isNotDone();
        assertThat(session.device().name()).isEqualTo("fake");
    }

    @Test
    void givingUpHandsOverWhatHasComeAndSaysNoWordToTheDevice() throws Exception {
        session.subscribe(resolve("a"), FASTEST, batch -> {});
        session.calls.clear();

        session.abandon();

        assertThat(session.calls).containsExactly("deliver", "silence", "disconnect", "release");
    }

    @Test
    void aReleaseThatTheDeviceRefusesIsReported() throws Exception {
        PointGroup group = resolve("a");
        session.failure = new DeviceErrorException("refused", StatusCode.BAD_DEVICE_FAILURE, 7);

        group.close();

        assertThat(heard).last().isEqualTo("release a group at 10.0.0.5:1: refused");
    }

    @Test
    void whatAConnectorLacksIsRefusedWithARemedy() throws Exception {
        ReadOnlySession poor = new ReadOnlySession(clock);
        PointGroup group = poor.resolve(List.of(point("a")));

        assertThatThrownBy(() -> poor.subscribe(group, FASTEST, batch -> {}))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("poll");
        assertThatThrownBy(() -> poor.browse(BrowseFilter.ALL))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("state addresses");
        refused(() -> poor.write(group, group.newBatch(), new int[0]));
    }

    @Test
    void readingAndWritingAllocateNothing() throws Exception {
        ReadOnlySession hot = new ReadOnlySession(clock);
        PointGroup group = hot.resolve(List.of(point("a"), point("b")));
        SampleBatch batch = group.newBatch();

        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> hot.read(group, batch));
    }
}
