package io.taktstrom.sinks.mqtt;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import io.taktstrom.sink.SinkContext;

/** An inlet without a broker. */
final class MqttInletFixture {

    private MqttInletFixture() {}

    static MqttInlet inlet(String format) throws IOException {
        MqttSinkProvider provider = new MqttSinkProvider();
        var options = provider.descriptor().values("plant", Map.of("url", "mqtt://127.0.0.1:1", "format", format));
        return (MqttInlet) provider.open(options, SinkContext.standard("plant")).inlet("all", List.of());
    }
}
