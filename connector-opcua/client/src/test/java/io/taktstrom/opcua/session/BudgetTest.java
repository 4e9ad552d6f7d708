package io.taktstrom.opcua.session;

import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.opcua.channel.MessageLimit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BudgetTest {

    private static MessageLimit limit(long maxMemory, int maxMessageBytes) {
        return new Budget(new MemoryBudget(maxMemory), EpochNanoClock.system(), Duration.ofSeconds(1))
                .messageLimit(maxMessageBytes);
    }

    @Test
    void theOptionThatLimitsAnAnswerIsTheOneToRaise() {
        assertThat(limit(64 << 20, 1 << 20)).isEqualTo(new MessageLimit(1 << 20, "raise maxMessageBytes"));
        assertThat(limit(64 << 20, 64 << 20).bytes()).isEqualTo(8 << 20);
        assertThat(limit(64 << 20, 64 << 20).remedy())
                .contains("raise maxMemory")
                .doesNotContain("maxMessageBytes");
    }

    @Test
    void anAnswerOfAFewThousandValuesAlwaysFits() {
        assertThat(limit(1, 64 << 20).bytes()).isEqualTo(64 * 1024);
    }
}
