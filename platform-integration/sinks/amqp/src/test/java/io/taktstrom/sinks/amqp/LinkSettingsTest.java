package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.sink.SinkContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LinkSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "amqp://broker, /",
        "amqp://broker/, /",
        "amqp://broker/%2F, /",
        "amqp://broker/plant+line%2F1%20a, plant+line/1 a"
    })
    void theVirtualHostIsWhatThePathNames(String url, String virtualHost) throws IOException {
        LinkSettings settings = LinkSettings.of(
                new AmqpProvider().descriptor().values("test", Map.of("url", url)), SinkContext.standard("test"));
        assertThat(settings.factory().getVirtualHost()).isEqualTo(virtualHost);
    }
}
