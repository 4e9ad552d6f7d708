package io.taktstrom.ads;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.ads.protocol.FileTime;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The hot paths through a real socket. The peer is in the same JVM, so only the threads of the connector are measured.
 */
@Timeout(180)
class AllocationIT {

    private static final int OPERATIONS = 10_000;

    private final SmallPlc plc = new SmallPlc().dints(1000);

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void aReadAllocatesNothing(int points) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(points));
            SampleBatch batch = group.newBatch();
            AllocationMeter.currentThread()
                    .settlingWithin(Duration.ofSeconds(60))
                    .assertZeroPerOperation(OPERATIONS, () -> connection.read(group, batch));
            assertThat(batch.longAt(points - 1)).isEqualTo(points - 1);
        }
    }

    @Test
    void aReadInPartsAllocatesNothing() throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("maxSumCommands=20")) {
            PointGroup group = connection.resolve(SmallPlc.points(50));
            SampleBatch batch = group.newBatch();
            AllocationMeter.currentThread()
                    .settlingWithin(Duration.ofSeconds(60))
                    .assertZeroPerOperation(OPERATIONS, () -> connection.read(group, batch));
            assertThat(batch.longAt(49)).isEqualTo(49);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void aWriteAllocatesNothing(int points) throws Exception {
        try (ScriptedPeer peer = new ScriptedPeer(plc);
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(points));
            SampleBatch batch = group.newBatch();
            for (int i = 0; i < points; i++) {
                Values.put(batch, i, 1000 + i);
            }
            int[] statuses = new int[points];
            AllocationMeter.currentThread()
                    .settlingWithin(Duration.ofSeconds(60))
                    .assertZeroPerOperation(OPERATIONS, () -> connection.write(group, batch, statuses));
            assertThat(plc.get(0)).isEqualTo(1000);
        }
    }

    @Test
    void aDeliveredSampleAllocatesNothing() throws Exception {
        AtomicInteger handle = new AtomicInteger(100);
        try (ScriptedPeer peer = new ScriptedPeer((request, wire) -> {
                    if (request.command() == 6) {
                        wire.send(request.answer(
                                Request.bytes(Request.little(8).putInt(0).putInt(handle.incrementAndGet()))));
                    } else {
                        plc.on(request, wire);
                    }
                });
                Connection connection = peer.connect("")) {
            PointGroup group = connection.resolve(SmallPlc.points(1));
            AtomicLong samples = new AtomicLong();
            connection.subscribe(
                    group, SubscriptionSettings.cyclic(Duration.ofMillis(1)), batch -> samples.addAndGet(batch.size()));
            int[] pairs = new int[2 * 100];
            for (int i = 0; i < 100; i++) {
                pairs[2 * i] = handle.get();
                pairs[2 * i + 1] = i;
            }
            byte[] frame = peer.requests(6).get(0).notification(FileTime.UNIX_EPOCH, pairs);
            AtomicLong sent = new AtomicLong(samples.get());
            // The first sample comes from a read, whenever that is; wait for it, so that the counts agree.
            while (samples.get() == 0) {
                Thread.onSpinWait();
            }
            sent.set(samples.get());
            AllocationMeter.threads(thread -> thread.getName().startsWith("takt-ads-receiver-127.0.0.1"))
                    .settlingWithin(Duration.ofSeconds(60))
                    .assertZeroPerOperation(OPERATIONS, () -> {
                        peer.sendToAll(frame);
                        long all = sent.addAndGet(100);
                        while (samples.get() < all) {
                            Thread.onSpinWait();
                        }
                    });
        }
    }
}
