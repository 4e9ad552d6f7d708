package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;

import io.taktstrom.brokers.Feed;
import io.taktstrom.testkit.HeldPort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a sink says of a cluster of which no broker is there. */
class KafkaAwayTest {

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void aClusterThatIsAwayIsSaidToBeLongBeforeItsTimeoutAndByItsAddresses(String transactional) throws IOException {
        try (HeldPort one = new HeldPort();
                HeldPort other = new HeldPort()) {
            String brokers = "127.0.0.1:" + one.number() + ", localhost:" + other.number();
            Map<String, String> options =
                    Map.of("brokers", brokers, "topic", "t", "timeout", "10m", "transactional", transactional);
            try (Feed feed = new Feed(new KafkaProvider(), options)) {
                assertThatThrownBy(() -> feed.publish(Feed.count(0, 1, "a.x")))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(
                                "no broker can be reached: 127.0.0.1:" + one.number() + ": Connection refused;")
                        .hasMessageContaining("localhost:" + other.number() + ": Connection refused");
            }
        }
    }

    @Test
    void anInterruptEndsTheLookForABroker() throws IOException {
        try (HeldPort away = new HeldPort();
                Feed feed =
                        new Feed(new KafkaProvider(), Map.of("brokers", "127.0.0.1:" + away.number(), "topic", "t"))) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> feed.publish(Feed.count(0, 1, "a.x"))).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
