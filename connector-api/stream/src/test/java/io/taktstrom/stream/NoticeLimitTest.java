package io.taktstrom.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NoticeLimitTest {

    private final ManualClock clock = new ManualClock(0);
    private final List<String> heard = new ArrayList<>();
    private final NoticeLimit limit = new NoticeLimit(clock, heard::add);

    @Test
    void aDeviceThatSaysAMillionThingsIsHeardAFewTimesAndTheRestIsCounted() {
        for (int i = 0; i < 1_000_000; i++) {
            limit.accept("notice " + i);
        }
        assertThat(heard).hasSize(20).startsWith("notice 0").endsWith("notice 19");
        assertThat(limit.leftOut()).isEqualTo(999_980);
        clock.advance(Duration.ofSeconds(1));
        limit.accept("later");
        limit.accept("at once behind it");
        assertThat(heard).hasSize(21).endsWith("later (999980 more were left out)");
        assertThat(limit.leftOut()).isEqualTo(999_981);
    }

    @Test
    void whoSaysLittleIsHeardAlways() {
        for (int i = 0; i < 1_000; i++) {
            clock.advance(Duration.ofSeconds(1));
            limit.accept("notice " + i);
        }
        assertThat(heard).hasSize(1_000);
        assertThat(limit.leftOut()).isZero();
    }

    @Test
    void aNoticeThatNeverEndsIsCutShort() {
        limit.accept("x".repeat(10_000_000));
        assertThat(heard.get(0)).hasSizeLessThan(3_000).endsWith("...");
    }
}
