package io.taktstrom.kit;

import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.DeviceErrorException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MemoryReservationTest {

    private final MemoryBudget grant = new MemoryBudget(1000);

    @Test
    void whatWasTakenPieceByPieceIsGivenBackAtOnce() throws Exception {
        try (MemoryReservation table = new MemoryReservation(grant)) {
            table.take(300, "a table");
            assertThat(table.tryTake(400)).isTrue();
            assertThat(table.held()).isEqualTo(700);
            assertThat(grant.held()).isEqualTo(700);
        }
        assertThat(grant.held()).isZero();
    }

    @Test
    void whatIsBeyondTheGrantIsRefusedAndNothingOfItIsHeld() {
        MemoryReservation table = new MemoryReservation(grant);
        assertThat(table.tryTake(800)).isTrue();
        assertThatThrownBy(() -> table.take(300, "read MAIN.x"))
                .isInstanceOfSatisfying(
                        DeviceErrorException.class,
                        e -> assertThat(e.status()).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED))
                .hasMessageStartingWith("read MAIN.x: the device asks for 300 bytes");
        assertThat(grant.held()).isEqualTo(800);
    }

    @Test
    void aClosedHoldingTakesNothingAndGivesBackOnce() {
        MemoryReservation table = new MemoryReservation(grant);
        assertThat(table.tryTake(500)).isTrue();
        table.close();
        table.close();
        assertThat(table.tryTake(1)).isFalse();
        assertThat(grant.held()).isZero();
    }
}
