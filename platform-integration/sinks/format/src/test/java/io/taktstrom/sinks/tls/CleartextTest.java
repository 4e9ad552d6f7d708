package io.taktstrom.sinks.tls;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.sink.SinkObserver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CleartextTest {

    private final List<String> heard = new ArrayList<>();

    private final SinkObserver observer = new SinkObserver() {
        @Override
        public void onNotice(String message) {
            heard.add(message);
        }
    };

    @ParameterizedTest
    @ValueSource(strings = {"broker", "10.0.0.7", "localhost.example", "1127.0.0.1"})
    void aSecretThatLeavesThisMachineIsSaid(String host) {
        Cleartext.tell(host, "mqtt://" + host + ":1883", "use mqtts://", observer);
        assertThat(heard).containsExactly("what is secret goes to mqtt://" + host + ":1883 in the clear; use mqtts://");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"})
    void whatStaysHereIsNot(String host) {
        Cleartext.tell(host, "mqtt://" + host, "use mqtts://", observer);
        assertThat(heard).isEmpty();
    }
}
