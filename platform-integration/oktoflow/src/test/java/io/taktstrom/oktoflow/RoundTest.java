package io.taktstrom.oktoflow;

import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What oktoflow's cache modes EQUALS and HASH compare. */
class RoundTest {

    private static Round of(Object speed, Object curve) {
        Round round = Round.of(Set.of());
        round.saw("speed", speed);
        round.saw("curve", curve);
        return round;
    }

    @Test
    void roundsOfTheSameValuesAreEqualArraysToo() {
        Round first = of(1.5, new int[] {1, 2});
        Round second = of(1.5, new int[] {1, 2});
        assertThat(first).isEqualTo(second).hasSameHashCodeAs(second);
    }

    @Test
    void aRoundWithAnotherValueIsAnother() {
        Round first = of(1.5, new int[] {1, 2});
        assertThat(first).isNotEqualTo(of(1.5, new int[] {1, 3})).isNotEqualTo(of(2.5, new int[] {1, 2}));
        assertThat(first.hashCode()).isNotEqualTo(of(1.5, new int[] {1, 3}).hashCode());
        assertThat(first).isNotEqualTo(Round.of(Set.of()));
        assertThat(first.values()).containsEntry("speed", 1.5);
    }

    @Test
    void aTranslatorSeesWhatHasChanged() {
        assertThat(Round.of(Set.of("speed")).changed()).containsExactly("speed");
        assertThat(of(1, 2).values()).isEqualTo(Map.of("speed", 1, "curve", 2));
        assertThat(Round.learning().isLearning()).isTrue();
    }
}
