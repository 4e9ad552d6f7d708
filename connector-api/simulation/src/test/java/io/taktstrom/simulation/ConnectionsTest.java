package io.taktstrom.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConnectionsTest {

    private static final ConnectionLimits TWO = new ConnectionLimits(2, Duration.ofNanos(100));

    private final List<String> closed = new ArrayList<>();
    private final Connections<ClientConnection> connections = new Connections<>(TWO);

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
                connections.remove(this);
            }
        };
    }

    @Test
    void theStrangerThatCameFirstMakesRoom() {
        assertThat(connections.admit(connection("known", true, 0), 1)).isTrue();
        assertThat(connections.admit(connection("stranger", false, 1), 1)).isTrue();
        assertThat(connections.admit(connection("newcomer", false, 2), 2)).isTrue();

        assertThat(closed).containsExactly("stranger");
        assertThat(connections.size()).isEqualTo(2);
    }

    @Test
    void withoutStrangersTheOneThatIsSilentForLongestMakesRoom() {
        connections.admit(connection("silent", true, 0), 0);
        connections.admit(connection("longer silent", true, -50), 0);

        assertThat(connections.admit(connection("newcomer", false, 101), 101)).isTrue();
        assertThat(closed).containsExactly("longer silent");
    }

    @Test
    void whoHasAskedWithinTheLimitStaysAndTheNewcomerIsRefused() {
        connections.admit(connection("busy", true, 0), 0);
        connections.admit(connection("busy, too", true, 0), 0);

        assertThat(connections.admit(connection("newcomer", false, 100), 100)).isFalse();
        assertThat(closed).isEmpty();
        assertThat(connections.size()).isEqualTo(2);
    }

    @Test
    void strangersGoWhenTheLimitIsOverAndOthersDoNot() {
        connections.admit(connection("known", true, 0), 0);
        connections.admit(connection("stranger", false, 0), 0);

        connections.sweep(100);
        assertThat(closed).isEmpty();
        connections.sweep(101);
        assertThat(closed).containsExactly("stranger");
    }

    @Test
    void whoHasLeftMakesRoom() {
        ClientConnection first = connection("first", true, 0);
        connections.admit(first, 0);
        connections.admit(connection("second", true, 0), 0);
        connections.remove(first);

        assertThat(connections.admit(connection("third", true, 0), 0)).isTrue();
        assertThat(closed).isEmpty();
    }

    @Test
    void afterTheEndConnectionsAreRefused() {
        connections.admit(connection("there", true, 0), 0);
        connections.close("end");

        assertThat(closed).containsExactly("there");
        assertThat(connections.admit(connection("late", true, 0), 0)).isFalse();
    }

    @Test
    void impossibleLimitsAreRefused() {
        assertThatThrownBy(() -> TWO.withConnections(0)).hasMessageContaining("at least one");
        assertThatThrownBy(() -> TWO.withSilence(Duration.ZERO)).hasMessageContaining("24h");
    }

    @Test
    void acceptedConnectionsAreCountedAndTheOpenOnesAreDropped() {
        ClientConnection gone = connection("gone", true, 0);
        ClientConnection open = connection("open", true, 0);
        connections.admit(gone, 0);
        connections.admit(open, 0);
        connections.remove(gone);
        assertThat(connections.list()).containsExactly(open);
        connections.drop();
        assertThat(closed).containsExactly("open");
        assertThat(connections.size()).isZero();
        assertThat(connections.accepted()).isEqualTo(2);
    }
}
