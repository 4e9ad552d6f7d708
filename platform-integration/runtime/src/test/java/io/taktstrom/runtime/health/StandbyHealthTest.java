package io.taktstrom.runtime.health;

import java.util.List;
import java.util.Map;

import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.runtime.health.Reason.Code;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What health says of an instance with a lease. */
class StandbyHealthTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 1_700_000_000L * SECOND;

    private static Facts facts(boolean isActive, String trouble, String failure) {
        return new Facts(
                NOW,
                true,
                false,
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                0,
                "",
                "",
                new StandbyReport(isActive, NOW, 3, "a", "line", "b", trouble, isActive ? 7 * SECOND : 0, failure),
                DeliveryReport.NONE);
    }

    private static Reason only(Facts facts, Code code, Condition condition) {
        List<Reason> reasons = HealthEvaluator.reasons(facts);
        assertThat(reasons).extracting(Reason::code).containsExactly(code);
        assertThat(HealthEvaluator.condition(facts, reasons)).isEqualTo(condition);
        return reasons.get(0);
    }

    @Test
    void aStandbyIsUpAndNotActive() {
        assertThat(HealthEvaluator.reasons(facts(false, "", ""))).isEmpty();
        assertThat(facts(false, "", "").isActive()).isFalse();
        assertThat(facts(true, "", "").isActive()).isTrue();
    }

    @Test
    void aLeaseThatCannotBeRenewedIsDegradedUntilTheInstanceStepsDown() {
        assertThat(only(facts(true, "no answer", ""), Code.LEASE_UNREACHABLE, Condition.DEGRADED)
                        .text())
                .contains("lease line cannot be read or renewed: no answer", "steps down in 7s");
        assertThat(only(facts(false, "no answer", ""), Code.LEASE_UNREACHABLE, Condition.DOWN)
                        .text())
                .contains("is on standby and cannot become active");
    }

    @Test
    void anInstanceThatCouldNotBecomeActiveIsDown() {
        assertThat(only(facts(false, "", "port 1 is taken"), Code.TAKE_OVER_FAILED, Condition.DOWN)
                        .text())
                .contains("port 1 is taken");
    }
}
