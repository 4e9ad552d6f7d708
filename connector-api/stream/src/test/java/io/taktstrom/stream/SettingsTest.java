package io.taktstrom.stream;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

import io.taktstrom.data.DropReason;
import io.taktstrom.model.OverflowPolicy;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SettingsTest {

    @Test
    void policiesGoByTheNamesOfTheDeploymentFile() {
        assertThat(Arrays.stream(OverflowPolicy.values()).map(OverflowPolicy::text))
                .containsExactly("block", "dropNewest", "dropOldest", "conflate", "spill");
        assertThat(OverflowPolicy.of("dropOldest")).isEqualTo(OverflowPolicy.DROP_OLDEST);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OverflowPolicy.of("drop"))
                .withMessageContaining("there are: block, dropNewest, dropOldest, conflate, spill");
    }

    @Test
    void impossibleBuffersAreRefused() {
        PipelineSettings standard = PipelineSettings.STANDARD;
        assertThatIllegalArgumentException().isThrownBy(() -> standard.withCapacity(0));
        assertThatIllegalArgumentException().isThrownBy(() -> standard.withCapacity(Integer.MAX_VALUE));
        assertThatIllegalArgumentException().isThrownBy(() -> standard.withArenaBytes(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> standard.withFlushSamples(0));
        assertThatIllegalArgumentException().isThrownBy(() -> standard.withBlockTimeout(Duration.ofMillis(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> standard.withCloseTimeout(Duration.ofMillis(-1)));
    }

    @Test
    void countsThatMissASampleDoNotBalance() {
        assertThat(new Accounting(10, 5, 3, Map.of(DropReason.CLOSED, 2L)).isBalanced())
                .isTrue();
        assertThat(new Accounting(10, 5, 3, Map.of(DropReason.CLOSED, 1L)).isBalanced())
                .isFalse();
        assertThat(new Accounting(10, 5, 4, Map.of(DropReason.CLOSED, 2L)).isBalanced())
                .isFalse();
    }
}
