package io.taktstrom.ads.adslib;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NotificationRingTest {

    /** Unlike a buffer around the array it costs nothing, whatever the compiler makes of it. */
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int BYTES = 256;
    /** Of one sample of 4 bytes. */
    private static final int SAMPLES = BYTES / 32;

    private final NotificationHub hub = new NotificationHub();
    private final NotificationRing ring = new NotificationRing(hub, BYTES, () -> {});
    private final Recorder recorder = new Recorder();

    private SampleInlet inlet(int key, int length) {
        ring.expect(key);
        return hub.enter(ring, key, length);
    }

    private static boolean put(SampleInlet inlet, long time, int value) {
        int at = inlet.claim(time, Integer.BYTES);
        if (at < 0) {
            return false;
        }
        INTS.set(inlet.array(), at, value);
        inlet.publish();
        return true;
    }

    @Test
    void samplesComeOutAsTheyWentIn() {
        SampleInlet one = inlet(1, 4);
        SampleInlet two = inlet(2, 4);
        put(one, 10, 100);
        put(two, 11, 200);
        put(one, 12, 101);
        assertThat(ring.waitingBytes()).isEqualTo(3 * 32);
        ring.drain(recorder);
        assertThat(ring.waitingBytes()).isZero();
        assertThat(recorder.heard()).containsExactly("1=100@10", "2=200@11", "1=101@12", ".");
        assertThat(ring.isEmpty()).isTrue();
    }

    @Test
    void samplesOfAnySizeGoRoundAndRound() {
        Random random = new Random(1);
        SampleInlet inlet = inlet(1, 100);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            int size = 4 + random.nextInt(97);
            int at = inlet.claim(i, size);
            ByteBuffer.wrap(inlet.array()).order(ByteOrder.LITTLE_ENDIAN).putInt(at, i);
            inlet.publish();
            ring.drain(recorder);
            if (i % 100 == 0) {
                expected.add("1=" + i + "@" + i);
            }
        }
        assertThat(recorder.samples()).hasSize(10_000).containsSubsequence(expected);
    }

    @Test
    void whatFindsNoRoomIsToldWhereItIsMissing() {
        SampleInlet one = inlet(1, 4);
        SampleInlet two = inlet(2, 4);
        for (int i = 0; i < SAMPLES; i++) {
            assertThat(put(one, i, i)).isTrue();
        }
        assertThat(put(two, 99, 0)).isFalse();
        assertThat(put(two, 99, 0)).isFalse();
        assertThat(put(one, 99, 0)).isFalse();
        ring.drain(recorder);
        assertThat(put(one, 50, 5)).isTrue();
        ring.drain(recorder);
        assertThat(recorder.samples()).hasSize(SAMPLES + 3).endsWith("1=7@7", "1!", "2!", "1=5@50");
        assertThat(ring.lost()).isEqualTo(3);
    }

    @Test
    void afterALossNothingIsTakenUntilTheReaderHasCaughtUp() {
        SampleInlet small = inlet(1, 4);
        SampleInlet large = inlet(2, 300);
        put(small, 1, 1);
        assertThat(large.claim(2, 300)).isNegative();
        assertThat(put(small, 3, 3)).as("would hide the place of the gap").isFalse();
        ring.drain(recorder);
        assertThat(recorder.samples()).containsExactly("1=1@1", "1!", "2!");
        assertThat(put(small, 4, 4)).isTrue();
    }

    @Test
    void aSizeThatWasNotRequestedIsALoss() {
        SampleInlet inlet = inlet(1, 4);
        assertThat(inlet.claim(1, 5)).isNegative();
        assertThat(inlet.claim(1, -1)).isNegative();
        ring.drain(recorder);
        assertThat(recorder.samples()).containsExactly("1!");
    }

    @Test
    void anEmptySampleSaysThatTheNotificationIsVoid() {
        SampleInlet inlet = inlet(1, 4);
        assertThat(inlet.claim(5, 0)).isNotNegative();
        inlet.publish();
        ring.drain(recorder);
        assertThat(recorder.samples()).containsExactly("1=void@5");
    }

    @Test
    void aSampleOfADeletedNotificationIsDropped() {
        SampleInlet inlet = inlet(1, 4);
        put(inlet, 1, 1);
        hub.leave(inlet);
        SampleInlet next = inlet(1, 4);
        put(next, 2, 2);
        ring.drain(recorder);
        assertThat(recorder.samples()).containsExactly("1=2@2");
        assertThat(hub.inlet(inlet.user())).isNull();
        assertThat(hub.inlet(next.user())).isSameAs(next);
    }

    @Test
    void theHubFindsEachOfMany() {
        List<SampleInlet> inlets = new ArrayList<>();
        for (int key = 0; key < 1_000; key++) {
            inlets.add(inlet(key, 4));
        }
        for (int i = 0; i < 1_000; i += 2) {
            hub.leave(inlets.get(i));
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(hub.inlet(inlets.get(i).user())).isSameAs(i % 2 == 0 ? null : inlets.get(i));
        }
        assertThat(hub.inlet(0)).isNull();
        assertThat(hub.inlet(-1)).isNull();
    }

    @Test
    void aSampleAllocatesNothing() throws Exception {
        SampleInlet inlet = inlet(1, 4);
        CountingListener counting = new CountingListener();
        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> {
            SampleInlet found = hub.inlet(inlet.user());
            if (found != null) {
                put(found, 1, 1);
            }
            ring.drain(counting);
        });
        assertThat(counting.samples).isPositive();
    }
}
