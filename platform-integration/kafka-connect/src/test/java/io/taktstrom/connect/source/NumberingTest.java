package io.taktstrom.connect.source;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NumberingTest {

    private final FakeOffsets offsets = new FakeOffsets();

    private Numbering numbering(long nowMillis) {
        return new Numbering(offsets, List.of("press1", "press2"), List.of("fast", "slow"), nowMillis);
    }

    /** Connect compares the text of a partition, and writes several keys in the order that they have after each reading. */
    @Test
    void aPartitionHasOneKey() {
        assertThat(numbering(1).of("press1", "fast").partition()).isEqualTo(Map.of("series", "press1/fast"));
    }

    @Test
    void countingGoesOnBehindTheStoredNumberAndBeginsWithZeroWhereThereIsNone() {
        offsets.store(Map.of("series", "press1/fast"), Map.of("sequence", 41, "run", 7L));
        assertThat(numbering(100).of("press1", "fast").take()).isEqualTo(42);
        assertThat(numbering(100).of("press2", "slow").take()).isZero();
    }

    @Test
    void aRunIsLaterThanAllBeforeWhateverTheClockSays() {
        offsets.store(Map.of("series", "press2/slow"), Map.of("sequence", 1L, "run", 5_000L));
        assertThat(numbering(100).run()).isEqualTo(5_001);
        assertThat(numbering(9_000).run()).isEqualTo(9_000);
    }

    @Test
    void aUnitThatComesAgainHasTheSameNumbersAndAGapStays() {
        Numbering.Series series = numbering(1).of("press1", "fast");
        series.skip(10);
        assertThat(series.take()).isEqualTo(10);
        series.goBack();
        series.skip(10);
        assertThat(series.take()).isEqualTo(10);
        series.keep();
        series.goBack();
        assertThat(series.take()).isEqualTo(11);
    }
}
