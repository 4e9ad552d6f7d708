package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.sink.SinkContext;
import io.taktstrom.testkit.RecordingObserver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AmqpSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "amqp://broker, /",
        "amqp://broker/, /",
        "amqp://broker/%2F, /",
        "amqp://broker/plant+line%2F1%20a, plant+line/1 a"
    })
    void theVirtualHostIsWhatThePathNames(String url, String virtualHost) throws IOException {
        AmqpSettings settings = AmqpSettings.of(
                new AmqpProvider().descriptor().values("test", Map.of("url", url)), SinkContext.standard("test"));
        assertThat(settings.factory().getVirtualHost()).isEqualTo(virtualHost);
    }

    @ParameterizedTest
    @CsvSource({
        "amqp://broker, in-the-clear, 1",
        "amqps://broker, in-the-clear, 0",
        "amqp://127.0.0.1, in-the-clear, 0",
        "amqp://broker, guest, 0"
    })
    void whoLogsInWithoutTlsIsTold(String url, String password, int notices) throws IOException {
        RecordingObserver observer = new RecordingObserver();
        AmqpSettings.of(
                new AmqpProvider().descriptor().values("test", Map.of("url", url, "password", password)),
                observer.context("test"));
        assertThat(observer.notices()).hasSize(notices).allMatch(notice -> notice.contains("amqps://"));
    }
}
