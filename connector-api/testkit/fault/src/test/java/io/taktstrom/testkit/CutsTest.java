package io.taktstrom.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CutsTest {

    private static final Fault.RandomSplit RANDOM = new Fault.RandomSplit(Direction.TO_SERVER, 1, 9);

    @Test
    void sizesRepeatFromWhereTheSplitWasFirstSeen() {
        Cuts cuts = Cuts.of(new Fault.Split(Direction.TO_SERVER, 1, 2, 3), new Random(1), 10);

        assertThat(all(cuts, 10, 23)).containsExactly(11L, 13L, 16L, 17L, 19L, 22L, 23L);
    }

    @Test
    void cutsDoNotDependOnHowTheBytesArrive() {
        Cuts byteWise = Cuts.of(RANDOM, new Random(7), 0);
        Cuts inLeaps = Cuts.of(RANDOM, new Random(7), 0);
        for (long offset = 0; offset < 100; offset++) {
            byteWise.after(offset);
        }

        assertThat(inLeaps.after(99)).isEqualTo(byteWise.after(99));
    }

    @Test
    void oneSeedGivesOneSequenceWithinItsBounds() {
        List<Long> once = all(Cuts.of(RANDOM, new Random(42), 0), 0, 1000);
        List<Long> again = all(Cuts.of(RANDOM, new Random(42), 0), 0, 1000);
        List<Long> otherSeed = all(Cuts.of(RANDOM, new Random(43), 0), 0, 1000);

        assertThat(again).isEqualTo(once).isNotEqualTo(otherSeed);
        for (int i = 1; i < once.size(); i++) {
            assertThat(once.get(i) - once.get(i - 1)).isBetween(1L, 9L);
        }
    }

    @Test
    void faultsThatCannotHappenAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Split(Direction.TO_SERVER, 4, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Split(Direction.TO_SERVER));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.RandomSplit(Direction.TO_SERVER, 3, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Stall(Direction.TO_SERVER, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Corrupt(Direction.TO_SERVER, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Fault.Corrupt(Direction.TO_SERVER, 0, 0x100));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Fault.Coalesce(Direction.TO_SERVER, 8, Duration.ofNanos(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Fault.Delay(Direction.TO_SERVER, Duration.ofMillis(-1)));
    }

    private static List<Long> all(Cuts cuts, long start, long end) {
        return Stream.iterate(cuts.after(start), cut -> cut <= end, cuts::after).toList();
    }
}
