package io.taktstrom.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConnectionAdmissionTest {

    private static final ConnectionLimits TWO = new ConnectionLimits(2, Duration.ofNanos(100));

    private final List<String> closed = new ArrayList<>();
    private final ConnectionAdmission admission = new ConnectionAdmission(TWO);

    private ClientConnection connection(String name, boolean known, long lastHeard) {
        return new ClientConnection() {
            @Override
            public boolean isKnown() {
                return known;
            }

            @Override
            public long lastHeardNanos() {
                return lastHeard;
            }

            @Override
            public void close(String reason) {
                closed.add(name);
                admission.leave(this);
            }
        };
    }

    @Test
    void theStrangerThatCameFirstMakesRoom() {
        assertThat(admission.admit(connection("known", true, 0), 1)).isTrue();
        assertThat(admission.admit(connection("stranger", false, 1), 1)).isTrue();
        assertThat(admission.admit(connection("newcomer", false, 2), 2)).isTrue();

        assertThat(closed).containsExactly("stranger");
        assertThat(admission.size()).isEqualTo(2);
    }

    @Test
    void withoutStrangersTheOneThatIsSilentForLongestMakesRoom() {
        admission.admit(connection("silent", true, 0), 0);
        admission.admit(connection("longer silent", true, -50), 0);

        assertThat(admission.admit(connection("newcomer", false, 101), 101)).isTrue();
        assertThat(closed).containsExactly("longer silent");
    }

    @Test
    void whoHasAskedWithinTheLimitStaysAndTheNewcomerIsRefused() {
        admission.admit(connection("busy", true, 0), 0);
        admission.admit(connection("busy, too", true, 0), 0);

        assertThat(admission.admit(connection("newcomer", false, 100), 100)).isFalse();
        assertThat(closed).isEmpty();
        assertThat(admission.size()).isEqualTo(2);
    }

    @Test
    void strangersGoWhenTheLimitIsOverAndOthersDoNot() {
        admission.admit(connection("known", true, 0), 0);
        admission.admit(connection("stranger", false, 0), 0);

        admission.sweep(100);
        assertThat(closed).isEmpty();
        admission.sweep(101);
        assertThat(closed).containsExactly("stranger");
    }

    @Test
    void whoHasLeftMakesRoom() {
        ClientConnection first = connection("first", true, 0);
        admission.admit(first, 0);
        admission.admit(connection("second", true, 0), 0);
        admission.leave(first);

        assertThat(admission.admit(connection("third", true, 0), 0)).isTrue();
        assertThat(closed).isEmpty();
    }

    @Test
    void afterTheEndConnectionsAreRefused() {
        admission.admit(connection("there", true, 0), 0);
        admission.close("end");

        assertThat(closed).containsExactly("there");
        assertThat(admission.admit(connection("late", true, 0), 0)).isFalse();
    }

    @Test
    void impossibleLimitsAreRefused() {
        assertThatThrownBy(() -> TWO.withConnections(0)).hasMessageContaining("at least one");
        assertThatThrownBy(() -> TWO.withSilence(Duration.ZERO)).hasMessageContaining("24h");
    }
}
