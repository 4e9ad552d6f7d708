package io.taktstrom.runtime.command;

import java.time.Duration;

import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RememberedIdsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_000 * SECOND;

    private final ManualClock clock = new ManualClock(START);
    private final RememberedIds ids = new RememberedIds(clock, 3);

    private void send(String id, long expires) {
        assertThat(ids.claim(id, expires)).isTrue();
        ids.settle(id, "done");
    }

    @Test
    void anIdentifierIsKnownUntilItsCommandHasExpired() {
        send("a", START + 10 * SECOND);
        clock.advance(Duration.ofSeconds(9));
        assertThat(ids.claim("b", START + 60 * SECOND)).isTrue();
        assertThat(ids.outcome("a")).isEqualTo("done");
        clock.advance(Duration.ofSeconds(1));
        assertThat(ids.claim("c", START + 60 * SECOND)).isTrue();
        assertThat(ids.outcome("a")).isNull();
        assertThat(ids.isPast(START + 10 * SECOND)).as("so a repeat is late").isTrue();
    }

    @Test
    void memoryIsBoundedAndRoomComesBack() {
        send("a", START + 10 * SECOND);
        send("b", START + 10 * SECOND);
        send("c", START + 20 * SECOND);
        assertThat(ids.claim("d", START + 20 * SECOND)).isFalse();
        clock.advance(Duration.ofSeconds(10));
        assertThat(ids.claim("d", START + 20 * SECOND)).isTrue();
    }

    @Test
    void whatWasNotSentMayComeAgain() {
        assertThat(ids.claim("a", START + 10 * SECOND)).isTrue();
        assertThat(ids.outcome("a")).isEqualTo(RememberedIds.WAITING);
        assertThat(ids.sent()).isEmpty();
        ids.release("a");
        assertThat(ids.outcome("a")).isNull();
        assertThat(ids.claim("a", START + 10 * SECOND)).isTrue();
    }

    @Test
    void aClockThatIsSetForwardForgetsNothing() {
        send("a", START + 10 * SECOND);
        clock.stepEpoch(Duration.ofHours(1));
        assertThat(ids.claim("b", START + 4_000 * SECOND)).isTrue();
        assertThat(ids.outcome("a")).isEqualTo("done");
        clock.stepEpoch(Duration.ofHours(-1));
        assertThat(ids.outcome("a")).as("a repeat that is in time again").isEqualTo("done");
    }

    @Test
    void aClockThatIsSetBackMakesNoForgottenCommandValidAgain() {
        send("a", START + 10 * SECOND);
        clock.advance(Duration.ofSeconds(11));
        assertThat(ids.claim("b", START + 60 * SECOND)).isTrue();
        assertThat(ids.outcome("a")).isNull();
        clock.stepEpoch(Duration.ofHours(-1));
        assertThat(ids.isPast(START + 10 * SECOND)).isTrue();
        assertThat(ids.isPast(START + 11 * SECOND)).isFalse();
    }

    @Test
    void whatAnotherProcessHasUsedStaysUsedWhateverTheClockShowsAfterwards() {
        ids.restore("old", START - SECOND, "done");
        ids.restore("new", START + 10 * SECOND, "unknown");
        assertThat(ids.outcome("new")).isEqualTo("unknown");
        clock.stepEpoch(Duration.ofMinutes(-10));
        assertThat(ids.isPast(START - SECOND)).isTrue();
        assertThat(ids.outcome("new")).isEqualTo("unknown");
    }
}
