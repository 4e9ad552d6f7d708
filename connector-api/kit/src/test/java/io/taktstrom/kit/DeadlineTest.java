package io.taktstrom.kit;

import java.time.Duration;

import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DeadlineTest {

    private final ManualClock clock = new ManualClock(0);
    private final Deadline deadline = Deadline.after(clock, Duration.ofSeconds(60), "browseTimeout");

    @Test
    void isOverWhenItsTimeHasPassed() throws Exception {
        clock.advance(Duration.ofMillis(59_999));
        deadline.check("browse");
        assertThat(deadline.leftNanos()).isEqualTo(1_000_000);

        clock.advance(Duration.ofMillis(1));
        assertThatThrownBy(() -> deadline.check("browse 10.0.0.5"))
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessage("browse 10.0.0.5: not done after 60000 ms, though the device still answers; a larger"
                        + " browseTimeout gives it more time");
    }

    @Test
    void isNotAffectedWhenTheClockIsSet() {
        clock.stepEpoch(Duration.ofDays(1));

        assertThat(deadline.isOver()).isFalse();
    }

    @Test
    void doesNotCountThePausesOfItsCaller() throws Exception {
        clock.advance(Duration.ofSeconds(40));
        long used = deadline.usedNanos();
        clock.advance(Duration.ofHours(1));

        Deadline again = deadline.resumed(used);

        assertThat(again.leftNanos()).isEqualTo(Duration.ofSeconds(20).toNanos());
        clock.advance(Duration.ofSeconds(20));
        assertThatThrownBy(() -> again.check("browse")).hasMessageContaining("not done after 60000 ms");
    }
}
