package io.taktstrom.stream;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ClockWatchTest {

    private final ManualClock clock = new ManualClock(1_000_000_000L);
    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Test
    void eachStepIsToldOnceWithItsSizeAndCounted() {
        try (ClockWatch watch = ClockWatch.start(clock, heard::add)) {
            clock.stepEpoch(Duration.ofMillis(-3_250));
            await().until(() -> heard.size() == 1);
            assertThat(heard.get(0)).contains("was set 3250 ms back").contains("do not compare");
            clock.advance(Duration.ofMinutes(1));
            clock.stepEpoch(Duration.ofHours(1));
            await().until(() -> heard.size() == 2);
            assertThat(heard.get(1)).contains("3600000 ms forward");
            assertThat(watch.steps()).isEqualTo(2);
            assertThat(watch.lastStep())
                    .isEqualTo(new ClockWatch.Step(clock.nanoTime(), Duration.ofHours(1).toNanos()));
        }
    }

    @Test
    void aClockThatIsPulledSlowlyTakesNoStep() {
        try (ClockWatch watch = ClockWatch.start(clock, heard::add)) {
            watch.look();
            for (int i = 0; i < 100; i++) {
                clock.stepEpoch(Duration.ofMillis(2));
                watch.look();
            }
            assertThat(heard).isEmpty();
            assertThat(watch.steps()).isZero();
        }
    }
}
