package io.taktstrom.kit.subscribe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.session.FakeSession;
import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.AllocationMeter;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class PushSubscriptionTest {

    private static final int UNKNOWN = StatusCode.BAD_NODE_ID_UNKNOWN;

    private final FakeSession session = new FakeSession(EpochNanoClock.system(), ConnectionObserver.NONE);
    private final ResolvedGroup group;
    private final List<String> taken = new CopyOnWriteArrayList<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch entered = new CountDownLatch(1);

    PushSubscriptionTest() throws Exception {
        group = (ResolvedGroup) session.resolve(List.of(DataPoint.of("a"), DataPoint.of("b")));
    }

    private final class Pushed extends PushSubscription<ResolvedGroup> {
        private final ByteBuffer wire = ByteBuffer.allocate(8).order(ByteOrder.BIG_ENDIAN);

        Pushed(SampleSink sink) {
            super(session, group, SubscriptionSettings.onChange(Duration.ZERO), WireOrder.BIG_ENDIAN, sink);
        }

        void push(int point, double value) {
            push(point, SampleBatch.NO_TIME, wire.putDouble(0, value), 0);
        }

        @Override
        protected void endAtDevice() {
            session.calls.add("unsubscribed");
        }
    }

    private void record(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            String value = StatusCode.isBad(batch.statusAt(i)) ? "Bad" : String.valueOf((int) batch.doubleAt(i));
            taken.add("ab".charAt(batch.pointAt(i)) + value + (StatusCode.hasOverflow(batch.statusAt(i)) ? "+" : ""));
        }
    }

    /** Blocks in its first call until it is released. */
    private void slow(SampleBatch batch) {
        record(batch);
        entered.countDown();
        try {
            released.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitTaken(String last) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> taken.contains(last));
    }

    @Test
    void whatIsNotPushedIsToldFirstAndWhatCameEarlyIsNotLost() {
        Pushed subscription = new Pushed(this::record);
        subscription.push(0, 1);
        subscription.begin(new int[] {StatusCode.GOOD, UNKNOWN});
        subscription.push(0, 2);
        awaitTaken("a2");

        assertThat(taken).containsExactlyInAnyOrder("a1", "bBad", "a2");
        assertThat(subscription.statusAt(1)).isEqualTo(UNKNOWN);
    }

    @Test
    void aSlowSinkBlocksNoOtherAndGetsTheNewestWithAMark() throws Exception {
        Pushed subscription = new Pushed(this::slow);
        subscription.begin(new int[2]);
        subscription.push(0, 0);
        subscription.push(1, 0);
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
        for (int i = 1; i <= 5_000; i++) {
            subscription.push(0, i);
        }
        subscription.push(1, 7);
        released.countDown();
        awaitTaken("b7");
        awaitTaken("a5000+");

        int before = -1;
        for (String sample : taken) {
            if (sample.startsWith("a")) {
                int value = Integer.parseInt(sample.replaceAll("[^0-9]", ""));
                assertThat(value == before + 1 || sample.endsWith("+"))
                        .as("%s after %s", sample, before)
                        .isTrue();
                before = value;
            }
        }
    }

    @Test
    void aLossDeliversWhatIsLeftAndThenSaysThatEveryPointIsBad() {
        Pushed subscription = new Pushed(this::record);
        subscription.begin(new int[2]);
        subscription.push(0, 1);
        subscription.connectionLost(new ConnectionLostException("pulled"));
        awaitTaken("bBad");

        assertThat(taken).containsExactly("a1", "aBad", "bBad");
    }

    @Test
    void afterCloseNothingComes() {
        Pushed subscription = new Pushed(this::record);
        subscription.begin(new int[2]);
        subscription.push(0, 1);
        awaitTaken("a1");
        subscription.close();
        subscription.push(0, 2);

        assertThat(taken).containsExactly("a1");
        assertThat(session.calls).contains("unsubscribed");
    }

    @Test
    void givingUpWaitsUntilAllIsWithTheSink() throws Exception {
        Pushed subscription = new Pushed(this::slow);
        subscription.begin(new int[2]);
        subscription.push(0, 1);
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
        subscription.push(0, 2);
        subscription.deliverAll(Duration.ofMillis(1));
        assertThat(taken).as("not for ever").containsExactly("a1");
        released.countDown();

        subscription.deliverAll(Duration.ofSeconds(30));

        assertThat(taken).containsExactly("a1", "a2");
    }

    @Test
    void deliveringAllocatesNothing() throws Exception {
        int[] last = new int[1];
        Pushed subscription = new Pushed(batch -> {
            synchronized (last) {
                last[0] = (int) batch.doubleAt(batch.size() - 1);
                last.notifyAll();
            }
        });
        subscription.begin(new int[2]);
        int[] count = new int[1];
        AllocationMeter.threads(thread ->
                        thread == Thread.currentThread() || thread.getName().equals("takt-fake-sink-10.0.0.5:1"))
                .assertZeroPerOperation(2_000, () -> {
                    count[0]++;
                    subscription.push(0, count[0]);
                    synchronized (last) {
                        while (last[0] != count[0]) {
                            last.wait();
                        }
                    }
                });
    }
}
