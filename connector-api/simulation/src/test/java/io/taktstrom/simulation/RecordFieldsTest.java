package io.taktstrom.simulation;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RecordFieldsTest {

    private static final Limits DEFAULT = new Limits(3, 4, true, "x", Duration.ofSeconds(1));

    public record Limits(int jobs, long total, boolean open, String name, Duration time) {

        public Limits {
            if (jobs < 1) {
                throw new IllegalArgumentException("jobs " + jobs + " is not in 1..");
            }
        }
    }

    private static Limits read(String yaml) {
        return RecordFields.read(YamlFields.read(yaml, "limits"), "limits", DEFAULT);
    }

    @Test
    void keysThatAreLeftOutHaveTheDefault() {
        assertThat(read("{jobs: 7, time: 20ms}")).isEqualTo(new Limits(7, 4, true, "x", Duration.ofMillis(20)));
        assertThat(read("{total: 1_000, open: false, name: y}"))
                .isEqualTo(new Limits(3, 1000, false, "y", Duration.ofSeconds(1)));
        assertThat(RecordFields.read(null, "limits", DEFAULT)).isSameAs(DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{jobs: 0}  | line 1, column 1: jobs 0 is not in 1..",
                "{jobs: x}  | line 1, column 8: 'x' is not an integer",
                "{job: 1}   | 'job' is not a key of limits; it takes jobs, total, open, name, time",
                "7          | limits is"
            })
    void mistakesAreReportedWithTheirPlace(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(ModelException.class).hasMessageContaining(message);
    }
}
