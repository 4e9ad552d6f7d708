package io.taktstrom.testkit.contract;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.spi.Connection;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The hot paths allocate nothing: not on the calling thread, nor on those that the connection started. */
interface AllocationContract extends ContractTest {

    int READS = 10_000;
    int STEPS = 10;

    /** Bytes of the variables that are read; larger ones take time and show nothing new. */
    int SMALL = 32;

    @Test
    default void aReadAllocatesNothing() throws Exception {
        bench().require(ConnectorFeatures.NO_ALLOCATION);
        Set<Thread> others = threads();
        others.remove(Thread.currentThread());
        Connection connection = bench().connect();
        PointGroup group = connection.resolve(bench().device().variables().stream()
                .filter(variable -> variable.type().imageBytes() <= SMALL)
                .map(bench()::point)
                .toList());
        SampleBatch batch = group.newBatch();
        meter(others).assertZeroPerOperation(READS, () -> connection.read(group, batch));
        assertThat(batch.size()).isEqualTo(group.size());
    }

    @Test
    default void aDeliveryAllocatesNothing() throws Exception {
        bench().require(ConnectorFeatures.NO_ALLOCATION);
        Bench.assume(bench().can(Capability.SUBSCRIBE), "the connector cannot push");
        Set<Thread> others = threads();
        Connection connection = bench().connect();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        AtomicLong latest = new AtomicLong();
        connection.subscribe(group, Bench.FASTEST, batch -> latest.set(batch.longAt(batch.size() - 1)));
        AtomicLong count = new AtomicLong();
        meter(others).assertZeroPerOperation(READS / STEPS, () -> {
            long last = count.addAndGet(STEPS);
            bench().device().count(last - STEPS + 1, last);
            long start = System.nanoTime();
            while (latest.get() != last) {
                LockSupport.parkNanos(1);
                if (System.nanoTime() - start > bench().bound().toNanos()) {
                    throw new AssertionError("waited " + bench().bound() + " for " + last + ", got " + latest);
                }
            }
        });
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    private AllocationMeter meter(Set<Thread> others) {
        return AllocationMeter.threads(
                        thread -> !others.contains(thread) && !bench().device().isDeviceThread(thread))
                .settlingWithin(bench().bound());
    }
}
