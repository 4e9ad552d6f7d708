package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is known without a broker. */
class MqttOptionsTest {

    private static TestSink sink(String... options) throws IOException {
        Map<String, String> usual = Map.of("url", "mqtt://127.0.0.1:1");
        return TestSink.open(new MqttSinkProvider(), TestOptions.of(usual, options));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "url | mqtt://h:99999 | not an address",
                "password | secret | password without user",
                "ca | ca.pem | need TLS",
                "topic | plant/+/{point} | leave out + and #",
                "topic | plant/#  | leave out + and #",
                "statusTopic | status/+ | is not a topic"
            })
    void whatCanNeverWorkIsSaidAtOnce(String option, String value, String message) {
        assertThatThrownBy(() -> sink(option, value))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://broker", "mqtt://", "broker:1883", "mqtt://user:pw@broker", "mqtt://broker/path"})
    void anAddressOfAnotherFormIsRefused(String url) {
        assertThatThrownBy(() -> sink("url", url)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKeyThatIsNoneIsNamedAndNotShown(@TempDir Path folder) throws Exception {
        TestCertificate own = TestCertificate.create(folder, "own", "CN=own");
        Path wrong = Files.writeString(
                folder.resolve("wrong.pem"), "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n");
        assertThatThrownBy(() -> sink(
                        "url", "mqtts://h", "certificate", own.certificate().toString()))
                .hasMessageContaining("belong together");
        assertThatThrownBy(() -> sink(
                        "url",
                        "mqtts://h",
                        "certificate",
                        own.certificate().toString(),
                        "privateKey",
                        wrong.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("wrong.pem has no private key that fits")
                .hasMessageNotContaining("c2VjcmV0");
    }

    @Test
    void aPasswordInPlainTextIsPointedOut() throws IOException {
        try (TestSink far = sink("url", "mqtt://broker", "user", "u", "password", "p");
                TestSink near = sink("user", "u", "password", "p")) {
            assertThat(far.notices()).singleElement().asString().contains("use mqtts://");
            assertThat(near.notices()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "speed, speed",
        "a b, a b",
        "a/b, a%2Fb",
        "a+b, a%2Bb",
        "#, %23",
        "50%, 50%25",
        "$SYS, %24SYS",
        "a$b, a$b",
        "'a\u0000\u0085b', a%00%C2%85b",
        "druck \u00f6l, druck \u00f6l"
    })
    void whatIsNoLevelOfATopicIsEscaped(String text, String level) {
        assertThat(Topics.level(text)).isEqualTo(level);
    }
}
