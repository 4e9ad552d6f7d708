package io.taktstrom.kit;

import java.util.Map;
import java.util.SplittableRandom;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.DeviceErrorException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MemoryBudgetTest {

    private final MemoryBudget whole = new MemoryBudget(1000);

    @Test
    void takesUpToTheLimitAndNotAByteMore() {
        MemoryBudget grant = new MemoryBudget(100);

        assertThat(grant.tryTake(60)).isTrue();
        assertThat(grant.tryTake(41)).isFalse();
        assertThat(grant.tryTake(40)).isTrue();
        assertThat(grant.tryTake(0)).isTrue();
        grant.giveBack(100);
        assertThat(grant.held()).isZero();
    }

    @Test
    void grantsNothingToFiguresThatOverflowed() {
        MemoryBudget grant = new MemoryBudget(Long.MAX_VALUE);

        assertThat(grant.tryTake(Long.MAX_VALUE)).isTrue();
        assertThat(grant.tryTake(1)).isFalse();
        assertThat(grant.tryTake(Integer.MIN_VALUE)).isFalse();
        assertThat(grant.tryTake(Long.MIN_VALUE)).isFalse();
    }

    @Test
    void refusesWithWhatWhereAndTheRemedy() {
        MemoryBudget grant = new MemoryBudget(1024);

        assertThatThrownBy(() -> grant.take(133_169_152, "upload the symbols of 5.1.2.3.1.1:851"))
                .isInstanceOfSatisfying(
                        DeviceErrorException.class,
                        e -> assertThat(e.status()).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED))
                .hasMessage(
                        "upload the symbols of 5.1.2.3.1.1:851: the device asks for 133169152 bytes, and 0 of 1KiB are"
                                + " in use; a larger maxMemory grants more, if the device is to be trusted");
    }

    @Test
    void isAPartOfTheHeapUnlessTheFileSaysOtherwise() {
        assertThat(MemoryBudget.byDefault(128L << 20)).isEqualTo(16L << 20);
        assertThat(MemoryBudget.byDefault(64L << 30)).isEqualTo(256L << 20);
        assertThat(MemoryBudget.of(new Endpoint("line", "h", 1, Map.of("maxMemory", "3MiB")))
                        .limit())
                .isEqualTo(3L << 20);
    }

    @Test
    void neverHoldsMoreThanItsLimitWhateverTheOrder() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        MemoryBudget grant = new MemoryBudget(1000);
        long held = 0;
        for (int i = 0; i < 10_000; i++) {
            long bytes = random.nextLong(-10, 400);
            boolean expected = bytes >= 0 && held + bytes <= 1000;
            assertThat(grant.tryTake(bytes)).as("seed %d, step %d", seed, i).isEqualTo(expected);
            held += expected ? bytes : 0;
            if (random.nextInt(3) == 0) {
                long back = random.nextLong(held + 1);
                grant.giveBack(back);
                held -= back;
            }
            assertThat(grant.held()).as("seed %d, step %d", seed, i).isEqualTo(held);
        }
    }

    @Test
    void whatWasTakenPieceByPieceIsGivenBackAtOnce() throws Exception {
        try (MemoryBudget table = whole.part()) {
            table.take(300, "a table");
            assertThat(table.tryTake(400)).isTrue();
            assertThat(table.held()).isEqualTo(700);
            assertThat(whole.held()).isEqualTo(700);
        }
        assertThat(whole.held()).isZero();
    }

    @Test
    void whatIsBeyondTheBudgetIsRefusedAndNothingOfItIsHeld() {
        MemoryBudget table = whole.part();
        assertThat(table.tryTake(800)).isTrue();
        assertThatThrownBy(() -> table.take(300, "read MAIN.x"))
                .isInstanceOfSatisfying(
                        DeviceErrorException.class,
                        e -> assertThat(e.status()).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED))
                .hasMessageStartingWith("read MAIN.x: the device asks for 300 bytes");
        assertThat(whole.held()).isEqualTo(800);
    }

    @Test
    void aClosedPartTakesNothingAndGivesBackOnce() {
        MemoryBudget table = whole.part();
        assertThat(table.tryTake(500)).isTrue();
        table.close();
        table.close();
        assertThat(table.tryTake(1)).isFalse();
        assertThat(whole.held()).isZero();
    }
}
