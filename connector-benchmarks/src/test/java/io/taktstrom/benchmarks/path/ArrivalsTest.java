package io.taktstrom.benchmarks.path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ArrivalsTest {

    private final Arrivals arrivals = new Arrivals();

    @Test
    void whatIsMissingBetweenTheFirstAndTheLastIsLost() {
        for (long number : new long[] {7, 8, 11, 10}) {
            arrivals.take(3, number, 1);
        }

        assertThat(arrivals.tally())
                .extracting(Arrivals.Tally::received, Arrivals.Tally::lost, Arrivals.Tally::outOfOrder)
                .containsExactly(4L, 1L, 1L);
    }

    @Test
    void aNumberThatComesTwiceIsRepeated() {
        arrivals.take(3, 7, 1);
        arrivals.take(3, 7, 1);

        assertThat(arrivals.tally())
                .extracting(Arrivals.Tally::repeated, Arrivals.Tally::lost)
                .containsExactly(1L, 0L);
    }

    @Test
    void anotherItemCountsByItself() {
        arrivals.take(1, 7, 1);
        arrivals.take(2, 900, 1);

        assertThat(arrivals.tally())
                .extracting(Arrivals.Tally::items, Arrivals.Tally::lost)
                .containsExactly(2L, 0L);
    }

    @Test
    void ourPayloadsAreRead() {
        PayloadShape.POINTS.read(
                "[{\"point\":\"i1\",\"value\":5,\"sourceTime\":100},{\"point\":\"press1.i2\",\"value\":6,\"sourceTime\":90}]",
                200,
                arrivals);

        assertThat(arrivals.tally())
                .extracting(Arrivals.Tally::items, Arrivals.Tally::received, Arrivals.Tally::max)
                .containsExactly(2L, 2L, 110L);
    }

    @Test
    void telegrafsPayloadsAreRead() {
        PayloadShape.METRICS.read(
                "{\"metrics\":[{\"fields\":{\"Quality\":\"The operation succeeded. StatusGood (0x0)\",\"i1\":5},\"name\":\"opcua\","
                        + "\"tags\":{\"id\":\"ns=2;s=i1\"},\"timestamp\":100},{\"fields\":{\"Quality\":\"Good\",\"i2\":6},"
                        + "\"name\":\"opcua\",\"tags\":{\"id\":\"ns=2;s=i2\"},\"timestamp\":120}]}",
                200,
                arrivals);

        assertThat(arrivals.tally())
                .extracting(Arrivals.Tally::items, Arrivals.Tally::received, Arrivals.Tally::max)
                .containsExactly(2L, 2L, 100L);
    }
}
