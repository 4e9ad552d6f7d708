package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.mqtt.MqttPeer;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Brokers that do not take everything from everybody: each says why in our words, and no other sample suffers. */
class RefusingBrokerIT {

    private static final TestPoints SPEED = TestPoints.of("press1.speed", ScalarType.DINT);
    private static final TestPoints TEXT = TestPoints.of("press1.text", StringType.string(60_000));

    @TempDir
    Path folder;

    private static TestSink sink(Mosquitto broker, String... options) throws IOException {
        Map<String, String> usual =
                Map.of("url", "mqtt://127.0.0.1:" + broker.address().getPort(), "format", "value");
        return TestSink.open(new MqttSinkProvider(), TestOptions.of(usual, options));
    }

    /** A line of mosquitto's password file: PBKDF2 with SHA-512. */
    private Path passwords(String user, String password) throws IOException, GeneralSecurityException {
        byte[] salt = "twelve bytes".getBytes(StandardCharsets.US_ASCII);
        byte[] hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                .generateSecret(new PBEKeySpec(password.toCharArray(), salt, 101, 512))
                .getEncoded();
        Base64.Encoder base64 = Base64.getEncoder();
        return Files.writeString(
                folder.resolve("passwords"),
                user + ":$7$101$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash) + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3.1.1"})
    void aWrongPasswordIsNamedAndTriedAgain(String version) throws Exception {
        try (Mosquitto broker =
                        Mosquitto.start("allow_anonymous false", "password_file " + passwords("press", "right"));
                TestSink wrong = sink(broker, "version", version, "user", "press", "password", "wrong");
                TestSink right = sink(broker, "version", version, "user", "press", "password", "right")) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> wrong.publish(SPEED.sample(1)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("check user and password")
                        .hasMessageNotContaining("wrong");
            }
            assertThat(wrong.health().well()).isFalse();
            right.publish(SPEED.sample(1));
            assertThat(right.health().well()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"hold, 1", "hold, 2", "drop, 1", "drop, 2"})
    void whereWeMayNotPublishOnlyTheseSamplesAreHeldOrDropped(String onRefused, String qos) throws IOException {
        Path list = Files.writeString(folder.resolve("acl"), """
                topic write taktstrom/allowed/#
                topic read #
                topic readwrite taktstrom-test-mark
                """);
        try (Mosquitto broker = Mosquitto.start("acl_file " + list);
                MqttPeer peer = MqttPeer.listen(broker.address(), "#");
                TestSink sink = sink(broker, "onRefused", onRefused, "qos", qos)) {
            TestUnit unit = sink.publish(
                    TestPoints.of("allowed.a", ScalarType.DINT).sample(1),
                    TestPoints.of("denied.b", ScalarType.DINT).sample(2),
                    TestPoints.of("allowed.c", ScalarType.DINT).sample(3));
            Map<Integer, String> found = onRefused.equals("hold") ? unit.denied() : unit.refused();
            assertThat(unit.refused()).hasSize(onRefused.equals("hold") ? 0 : 1);
            assertThat(found).containsOnlyKeys(1);
            assertThat(found.get(1)).contains("not authorized to publish", "taktstrom/denied/b");
            assertThat(Heard.by(peer)).extracting(Heard::payload).containsExactly("1", "3");
            assertThat(sink.health().well()).isTrue();
        }
    }

    /**
     * A broker that announces its limit; one of 3.1.1, which ends the connection; and one that acknowledges with a code that
     * no acknowledgement can have.
     */
    @ParameterizedTest
    @CsvSource({"5, max_packet_size 20000", "3.1.1, max_packet_size 20000", "5, message_size_limit 20000"})
    void aMessageThatIsTooLargeIsRefusedAloneAndHoldsUpNobody(String version, String limit) throws IOException {
        try (Mosquitto broker = Mosquitto.start(limit);
                MqttPeer peer = MqttPeer.listen(broker.address(), "#");
                TestSink sink = sink(broker, "version", version)) {
            sink.publish(SPEED.sample(0));
            TestUnit unit = sink.publishUntilTaken(SPEED.sample(1), TEXT.sample("x".repeat(30_000)), SPEED.sample(2));
            assertThat(unit.refused()).containsOnlyKeys(1);
            assertThat(unit.refused().get(1)).contains("30000 bytes").contains("raise its limit");
            assertThat(sink.publish(SPEED.sample(3)).refused()).isEmpty();
            assertThat(Heard.by(peer))
                    .extracting(Heard::payload)
                    .contains("0", "1", "2")
                    .endsWith("3");
        }
    }

    /** The search for it is alone in the session: what was sent ahead before must not be in the way. */
    @Test
    void aMessageThatIsTooLargeIsFoundInAUnitThatIsSentWhileItIsMade() throws IOException {
        try (Mosquitto broker = Mosquitto.start("max_packet_size 20000");
                TestSink sink = sink(broker, "version", "3.1.1", "format", "json")) {
            TestUnit unit = sink.publishUntilTaken(
                    SPEED.count(TestPoints.TIME, 0, 1_000), TEXT.sample("x".repeat(30_000)), SPEED.sample(2));
            assertThat(unit.refused()).containsOnlyKeys(1_000);
            assertThat(sink.publish(SPEED.sample(3)).refused()).isEmpty();
        }
    }

    @Test
    void whatIsLargerThanMaxPayloadIsNotEvenTried() throws IOException {
        try (Mosquitto broker = Mosquitto.start();
                TestSink sink = sink(broker, "maxPayload", "100B")) {
            TestUnit unit = sink.publish(SPEED.sample(1), TEXT.sample("x".repeat(101)));
            assertThat(unit.refused()).containsOnlyKeys(1);
            assertThat(unit.refused().get(1)).contains("101 bytes is larger than maxPayload allows");
        }
    }

    @Test
    void aBrokerThatIsNotThereYetIsWaitedFor() throws IOException {
        try (Mosquitto broker = Mosquitto.start()) {
            broker.stop();
            try (TestSink sink = sink(broker)) {
                assertThatThrownBy(() -> sink.publish(SPEED.sample(1)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("connection refused");
                assertThat(sink.health().detail()).contains("check that the broker runs");
                broker.startAgain();
                sink.publishUntilTaken(SPEED.sample(1));
                assertThat(sink.health().well()).isTrue();
            }
        }
    }

    @Test
    void withTlsBothShowWhoTheyAre() throws Exception {
        TestCertificate server = TestCertificate.create(folder, "server", "CN=server");
        TestCertificate client = TestCertificate.create(folder, "client", "CN=client");
        try (Mosquitto broker = Mosquitto.start(
                "certfile " + server.certificate(),
                "keyfile " + server.key(),
                "cafile " + client.ca(),
                "require_certificate true")) {
            String url = "mqtts://127.0.0.1:" + broker.address().getPort();
            try (TestSink known = sink(
                            broker,
                            "url",
                            url,
                            "ca",
                            server.ca().toString(),
                            "certificate",
                            client.certificate().toString(),
                            "privateKey",
                            client.key().toString());
                    TestSink stranger =
                            sink(broker, "url", url, "ca", server.ca().toString());
                    TestSink distrustful = sink(broker, "url", url)) {
                known.publish(SPEED.sample(1));
                assertThat(known.health().well()).isTrue();
                assertThatThrownBy(() -> stranger.publish(SPEED.sample(1))).isInstanceOf(IOException.class);
                assertThatThrownBy(() -> distrustful.publish(SPEED.sample(1)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("check ca");
            }
        }
    }

    @Test
    void aCertificateForAnotherNameIsNotTrusted() throws Exception {
        TestCertificate server = TestCertificate.create(folder, "server", "CN=server", "dns:elsewhere");
        try (Mosquitto broker = Mosquitto.start("certfile " + server.certificate(), "keyfile " + server.key());
                TestSink sink = sink(
                        broker,
                        "url",
                        "mqtts://127.0.0.1:" + broker.address().getPort(),
                        "ca",
                        server.ca().toString())) {
            assertThatThrownBy(() -> sink.publish(SPEED.sample(1)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("TLS");
        }
    }
}
