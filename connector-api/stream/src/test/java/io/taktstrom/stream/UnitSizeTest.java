package io.taktstrom.stream;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How large units become. */
class UnitSizeTest {

    private static final long QUICK = Duration.ofMillis(10).toNanos();
    private static final long STEADY = Duration.ofMillis(500).toNanos();
    private static final long SLOW = Duration.ofSeconds(2).toNanos();

    private final UnitSize size = new UnitSize(65_536);

    @Test
    void fullOnesThatAreTakenQuicklyMakeItGrowAsFarAsTheSinkAllows() {
        for (int wanted : new int[] {16_384, 32_768, 65_536, 65_536}) {
            assertThat(size.samples()).isEqualTo(wanted);
            size.acknowledged(wanted, QUICK);
        }
    }

    @Test
    void onesThatAreNotFullOrTakeTheirTimeDoNot() {
        size.acknowledged(16_383, QUICK);
        size.acknowledged(16_384, STEADY);
        assertThat(size.samples()).isEqualTo(16_384);
    }

    @Test
    void aReceiverThatBecomesSlowOrGoesAwayGetsSmallOnesAgain() {
        size.acknowledged(16_384, QUICK);
        size.acknowledged(32_768, STEADY);
        assertThat(size.samples()).isEqualTo(32_768);
        size.acknowledged(32_768, SLOW);
        assertThat(size.samples()).isEqualTo(16_384);
        size.acknowledged(16_384, QUICK);
        size.failed();
        assertThat(size.samples()).isEqualTo(16_384);
    }

    @Test
    void aSinkThatWantsFewerAlwaysHasFewer() {
        UnitSize small = new UnitSize(4_096);
        small.acknowledged(4_096, QUICK);
        assertThat(small.samples()).isEqualTo(4_096);
        small.acknowledged(4_096, SLOW);
        assertThat(small.samples()).isEqualTo(4_096);
    }
}
