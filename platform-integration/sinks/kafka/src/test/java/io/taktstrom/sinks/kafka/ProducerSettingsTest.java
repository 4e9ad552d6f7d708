package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.CertificateHolder;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sinks.kafka.cluster.ClusterOptions;
import io.taktstrom.testkit.RecordingObserver;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ProducerSettingsTest {

    private final RecordingObserver observer = new RecordingObserver();

    private static OptionValues values(String... more) {
        Map<String, String> usual = Map.of("brokers", "kafka:9092", "topic", "t");
        return new KafkaProvider().descriptor().values("test", TestOptions.of(usual, more));
    }

    private ProducerSettings settings(String... more) throws IOException {
        return ProducerSettings.of(values(more), observer.context("plant"));
    }

    @Test
    void anAcknowledgementIsOneOfAllReplicasAndComesInTime() throws IOException {
        assertThat(settings("timeout", "10s", "linger", "1s").values())
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", true)
                .containsEntry("delivery.timeout.ms", 10_000)
                .containsEntry("max.block.ms", 10_000L)
                .containsEntry("request.timeout.ms", 5_000);
    }

    @ParameterizedTest
    @CsvSource({
        "ca,/etc/hosts,need TLS",
        "user,operator,belong together",
        "sasl,plain,belong together",
        "privateKey,/no/such/file,need TLS"
    })
    void whatDoesNotFitTogetherIsSaid(String option, String value, String why) {
        assertThatThrownBy(() -> settings(option, value))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why);
    }

    @Test
    void anyPropertyOfTheProducerCanBeSetByItsOwnName() throws IOException {
        assertThat(settings("properties", "metadata.max.age.ms=60000\nreconnect.backoff.max.ms=5000")
                        .values())
                .containsEntry("metadata.max.age.ms", "60000")
                .containsEntry("reconnect.backoff.max.ms", "5000")
                .containsEntry("acks", "all");
    }

    @ParameterizedTest
    @CsvSource({
        "acks=1,cannot be set here: what we promise",
        "enable.idempotence=false,cannot be set here: what we promise",
        "linger.ms=5,use the option linger",
        "metadata.max.age=1,did you mean 'metadata.max.age.ms'",
        "metadata.max.age.ms=hunter2,long [0",
        "=1,is not name=value"
    })
    void aPropertyThatIsNoneOrIsNotForTheFileToSetIsRefusedByNameWithoutItsValue(String pair, String why) {
        assertThatThrownBy(() -> values("properties", pair))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aPasswordInTheClearIsNoticedAndStaysOutOfTexts() throws IOException {
        ProducerSettings settings = settings("sasl", "plain", "user", "u", "password", "pa\"ss");
        assertThat(observer.notices()).singleElement().asString().contains("without encryption", "tls: true");
        assertThat(settings.toString()).doesNotContain("pa");
        assertThat(settings.values().get("sasl.jaas.config"))
                .asString()
                .endsWith("username=\"u\" password=\"pa\\\"ss\";");
    }

    @Test
    void untilWhenOurCertificateIsGoodIsTold(@TempDir Path folder) throws IOException {
        TestCertificate own = TestCertificate.create(folder, "line", "CN=line 7");
        settings(
                "tls",
                "true",
                "certificate",
                own.certificate().toString(),
                "privateKey",
                own.key().toString());
        assertThat(observer.certificates()).containsOnlyKeys(CertificateHolder.SELF);
        assertThat(observer.certificates().get(CertificateHolder.SELF)).isAfter(Instant.now());
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka:9092", "10.0.0.1:9092,10.0.0.2:9092", "a:1, b:2", "[::1]:9092"})
    void addressesOfBrokersAreTaken(String brokers) {
        assertThat(values("brokers", brokers).get(ClusterOptions.BROKERS)).isEqualTo(brokers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "kafka:", "http://kafka:9092", ":9092", "a:1;b:2"})
    void whatIsNoAddressIsNot(String brokers) {
        assertThatThrownBy(() -> values("brokers", brokers)).hasMessageContaining("host:port");
    }

    @Test
    void whatATopicMayNotHaveBecomesUnderscores() {
        var topic = values("topic", "plant.{point}").get(KafkaOptions.TOPIC);
        var point = DataPoint.of("press 1/\u00f6l.temp", "x");
        assertThat(topic.of(point)).isEqualTo("plant.press_1__l.temp");
    }
}
