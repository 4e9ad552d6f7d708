package io.taktstrom.site;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AnchorsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            One connection per host     | one-connection-per-host
            3. Log in                   | 3-log-in
            takt run FILE [--dry]       | takt-run-file---dry
            What's `there`, and not     | whats-there-and-not
            Größe über 5 µs             | größe-über-5-µs
            """)
    void anAnchorIsTheOneThatHostsOfSourceCodeGive(String heading, String anchor) {
        assertThat(new Anchors().of(heading)).isEqualTo(anchor);
    }

    @Test
    void equalHeadingsHaveNumbers() {
        Anchors anchors = new Anchors();
        assertThat(anchors.of("Options")).isEqualTo("options");
        assertThat(anchors.of("Options")).isEqualTo("options-1");
        assertThat(anchors.of("Options")).isEqualTo("options-2");
    }
}
