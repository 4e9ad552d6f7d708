package io.taktstrom.descriptor;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DurationsTest {

    @Test
    void eachUnitIsReadAndWritten() {
        for (String text : new String[] {"5ns", "50us", "1500ms", "2s", "3m", "4h", "7d"}) {
            assertThat(Durations.format(Durations.parse(text))).isEqualTo(text);
        }
        assertThat(Durations.parse("1.5s")).isEqualTo(Duration.ofMillis(1500));
        assertThat(Durations.format(Duration.ZERO)).isEqualTo("0s");
    }

    @Test
    void aDurationBeyondNanosecondsInALongIsRefused() {
        assertThatThrownBy(() -> Durations.parse("999999999d"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'999999999d' is more than 292 years");
    }

    @Test
    void anythingElseIsRefusedWithTheForm() {
        assertThatThrownBy(() -> Durations.parse("10"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'10' is not a duration; write a number with a unit, such as 50us, 10ms, 1.5s, 2h");
    }
}
