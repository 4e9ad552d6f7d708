package io.taktstrom.simulation;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ConnectionsTest {

    private final Connections<OneConnection> connections = new Connections<>();

    /** Leaves when it is closed, as all do. */
    private final class OneConnection implements ClientConnection {

        @Override
        public boolean isKnown() {
            return true;
        }

        @Override
        public long lastHeardNanos() {
            return 0;
        }

        @Override
        public void close(String reason) {
            connections.remove(this);
        }
    }

    @Test
    void thoseThatCameAreCountedAndThoseThatAreThereAreDropped() throws IOException {
        OneConnection gone = connections.add(new OneConnection());
        OneConnection there = connections.add(new OneConnection());
        assertThat(connections.remove(gone)).isTrue();
        assertThat(connections.remove(gone)).isFalse();
        assertThat(connections.list()).containsExactly(there);
        assertThat(connections.contains(there)).isTrue();
        connections.drop();
        assertThat(connections.size()).isZero();
        assertThat(connections.accepted()).isEqualTo(2);
    }

    @Test
    void afterTheEndConnectionsAreRefused() {
        connections.end();
        assertThat(connections.isEnded()).isTrue();
        assertThatThrownBy(() -> connections.add(new OneConnection())).hasMessage("the simulator is closed");
        assertThat(connections.accepted()).isZero();
    }
}
