package io.taktstrom.testkit;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(120)
class AllocationMeterTest {

    private static final int OPERATIONS = 10_000;

    private @Nullable Object kept;
    private long count;

    @Test
    void codeThatAllocatesNothingPasses() throws Exception {
        AllocationMeter.currentThread().assertZeroPerOperation(OPERATIONS, () -> count++);

        assertThat(count).isGreaterThanOrEqualTo(2 * OPERATIONS);
    }

    @Test
    void codeThatSettlesAfterManyRoundsPasses() throws Exception {
        AllocationMeter.currentThread().assertZeroPerOperation(OPERATIONS, () -> {
            if (count++ < 20L * OPERATIONS) {
                kept = new byte[100];
            }
        });
    }

    @Test
    void oneSmallObjectInAThousandOperationsFails() {
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> AllocationMeter.currentThread()
                        .settlingWithin(Duration.ofSeconds(1))
                        .assertZeroPerOperation(OPERATIONS, () -> {
                            if (count++ % 1000 == 0) {
                                kept = new Object();
                            }
                        }))
                .withMessageContaining("0.016 bytes per operation");
    }

    @Test
    void bytesPerOperationAreThoseOfTheObjects() throws Exception {
        double bytes = AllocationMeter.currentThread().bytesPerOperation(OPERATIONS, () -> kept = new byte[1000]);

        assertThat(bytes).isBetween(1000.0, 1032.0);
    }

    @Test
    void anotherThreadCountsWhenItIsChosen() throws Exception {
        try (Worker worker = new Worker()) {
            AllocationMeter itself = AllocationMeter.threads(worker::is);
            AllocationMeter all = AllocationMeter.allThreads();

            assertThat(itself.bytesPerOperation(100, worker::allocateOneKilobyte))
                    .isBetween(1000.0, 1100.0);
            assertThat(all.bytesPerOperation(100, worker::allocateOneKilobyte)).isGreaterThanOrEqualTo(1000.0);
            AllocationMeter.currentThread().assertZeroPerOperation(100, worker::allocateOneKilobyte);
            itself.assertZeroPerOperation(OPERATIONS, () -> kept = new Object());
        }
    }

    @Test
    void aThreadThatStartsMeanwhileCounts() throws Exception {
        AllocationCounter counter = new AllocationCounter(thread -> "worker".equals(thread.getName()));
        counter.start();
        try (Worker late = new Worker()) {
            late.allocateOneKilobyte();
            assertThat(counter.stop()).isGreaterThanOrEqualTo(1000);
        }
    }

    @Test
    void aThreadThatEndsMeanwhileIsAnError() {
        Worker worker = new Worker();

        assertThatIllegalStateException()
                .isThrownBy(() -> AllocationMeter.threads(worker::is).bytesPerOperation(1, worker::close))
                .withMessageContaining("worker ended");
    }

    @Test
    void aRoundNeedsOperations() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AllocationMeter.currentThread().assertZeroPerOperation(0, () -> count++));
    }
}
