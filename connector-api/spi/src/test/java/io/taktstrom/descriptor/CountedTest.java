package io.taktstrom.descriptor;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CountedTest {

    @Test
    void onlyOneIsSingular() {
        assertThat(Counted.of(0, "sample")).isEqualTo("0 samples");
        assertThat(Counted.of(1, "sample")).isEqualTo("1 sample");
        assertThat(Counted.of(2, "sample")).isEqualTo("2 samples");
        assertThat(Counted.of(-1, "point")).isEqualTo("-1 points");
        assertThat(Counted.of(2, "status")).isEqualTo("2 statuses");
        assertThat(Counted.of(1, "entry is", "entries are")).isEqualTo("1 entry is");
        assertThat(Counted.of(3_000_000_000L, "entry is", "entries are")).isEqualTo("3000000000 entries are");
    }
}
