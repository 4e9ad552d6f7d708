package io.taktstrom.sinks.tls;

import io.taktstrom.testkit.RecordingObserver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CleartextTest {

    private final RecordingObserver observer = new RecordingObserver();

    @ParameterizedTest
    @ValueSource(strings = {"broker", "10.0.0.7", "localhost.example", "1127.0.0.1"})
    void aSecretThatLeavesThisMachineIsSaid(String host) {
        Cleartext.tell(host, "mqtt://" + host + ":1883", "use mqtts://", observer);
        assertThat(observer.notices())
                .containsExactly("what is secret goes to mqtt://" + host + ":1883 in the clear; use mqtts://");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"})
    void whatStaysHereIsNot(String host) {
        Cleartext.tell(host, "mqtt://" + host, "use mqtts://", observer);
        assertThat(observer.notices()).isEmpty();
    }
}
