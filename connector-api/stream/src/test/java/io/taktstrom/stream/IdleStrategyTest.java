package io.taktstrom.stream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class IdleStrategyTest {

    private final EpochNanoClock clock = EpochNanoClock.system();

    @ParameterizedTest
    @ValueSource(strings = {"park", "hybrid", "spin"})
    void everyStrategyReachesItsMomentAndAllocatesNothing(String name) throws Exception {
        IdleStrategy idle = IdleStrategy.of(name);
        AllocationMeter.currentThread().assertZeroPerOperation(1_000, () -> {
            long deadline = clock.nanoTime() + 20_000;
            while (clock.nanoTime() < deadline) {
                idle.idle(clock, deadline);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"park", "hybrid", "spin"})
    void aMomentThatHasPassedIsNotWaitedFor(String name) {
        IdleStrategy.of(name).idle(clock, clock.nanoTime() - 1);
    }

    @Test
    void otherNamesAreRefusedWithTheRightOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdleStrategy.of("sleep"))
                .withMessageContaining("park, hybrid, spin");
        assertThat(IdleStrategy.of("park")).isSameAs(IdleStrategy.PARK);
    }
}
