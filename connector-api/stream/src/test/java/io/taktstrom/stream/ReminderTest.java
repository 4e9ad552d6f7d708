package io.taktstrom.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReminderTest {

    private final ManualClock clock = new ManualClock(0);
    private final Reminder reminder = new Reminder(clock);

    private boolean report(String cause) {
        boolean due = reminder.isDue(cause);
        if (due) {
            reminder.reported(cause);
        }
        return due;
    }

    @Test
    void aFailureThatLastsIsReportedAtOnceAndThenAtGrowingIntervalsUpToAnHour() {
        List<Long> minutes = new ArrayList<>();
        for (int second = 0; second <= 4 * 3600; second += 5) {
            if (report("refused, attempt " + second)) {
                minutes.add(second / 60L);
            }
            clock.advance(Duration.ofSeconds(5));
        }
        assertThat(minutes).containsExactly(0L, 1L, 3L, 8L, 18L, 48L, 108L, 168L, 228L);
    }

    @Test
    void anotherCauseIsReportedAtOnceAndAKnownOneOnlyWhenItIsDue() {
        assertThat(report("refused")).isTrue();
        assertThat(report("timeout")).isTrue();
        assertThat(report("refused")).isFalse();
        assertThat(report("timeout")).isFalse();
        assertThat(reminder.next("timeout")).endsWith("in 2m");
        clock.advance(Duration.ofMinutes(1));
        assertThat(report("refused")).isTrue();
    }

    @Test
    void aPeerThatFailsDifferentlyEachTimeIsBounded() {
        int reports = 0;
        for (char cause = 'a'; cause <= 'z'; cause++) {
            reports += report("cause " + cause) ? 1 : 0;
        }
        assertThat(reports).isEqualTo(10);
    }

    @Test
    void afterASuccessTheNextFailureIsReportedAtOnce() {
        assertThat(report("refused")).isTrue();
        reminder.reset();
        assertThat(report("refused")).isTrue();
    }
}
