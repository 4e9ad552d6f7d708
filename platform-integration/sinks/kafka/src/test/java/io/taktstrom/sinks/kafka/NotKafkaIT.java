package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;

import io.taktstrom.brokers.Feed;
import io.taktstrom.testkit.ScriptedServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An address at which something else than Kafka answers: it is named, and Kafka's client never sees the answer. */
class NotKafkaIT {

    /** What OpenSSL and Java's own TLS answer to a request that is not encrypted: RFC 8446, 6. */
    @ParameterizedTest
    @CsvSource({"15030300020228", "15030100020246", "15030300020250"})
    void aBrokerThatSpeaksTlsIsNamedAsThat(String alert) throws IOException {
        assertRefused(HexFormat.of().parseHex(alert), "speaks TLS: set tls: true");
    }

    @Test
    void anHttpServerIsNamedAsThat() throws IOException {
        assertRefused(
                "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII), "answers HTTP, not Kafka");
    }

    @ParameterizedTest
    @CsvSource({"7fffffff74616b74", "ffffffff74616b74", "0000000a00000000", "5353482d322e302d"})
    void anyOtherAnswerIsRefusedBeforeAnythingIsAllocatedForIt(String answer) throws IOException {
        assertRefused(HexFormat.of().parseHex(answer), "does not answer as Kafka does");
    }

    private static void assertRefused(byte[] answer, String message) throws IOException {
        try (ScriptedServer server = ScriptedServer.started("not-kafka", wire -> {
            if (wire.in().read() >= 0) {
                wire.send(answer);
                // Until the other side has read it and closes.
                wire.in().readAllBytes();
            }
        })) {
            String address = "127.0.0.1:" + server.address().getPort();
            try (Feed feed = new Feed(new KafkaProvider(), Map.of("brokers", address, "topic", "t", "timeout", "2s"))) {
                assertThatThrownBy(() -> feed.publish(Feed.count(0, 1, "a.x")))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(address + " " + message);
            }
        }
    }
}
