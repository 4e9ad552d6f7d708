package io.taktstrom.sinks.mqtt.sparkplug;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.mqtt.BrokerReceiver;
import io.taktstrom.sinks.mqtt.SharedBroker;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The contract, on an edge node of Sparkplug B, read by a third-party decoder. */
class SparkplugSinkIT extends SinkContract {

    private static final JsonMapper MAPPER = new JsonMapper();

    @AutoClose
    private static @Nullable SharedBroker broker;

    @BeforeAll
    static void start() throws IOException {
        broker = new SharedBroker("max_packet_size 100000");
    }

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        SharedBroker running = Objects.requireNonNull(broker);
        return new BrokerReceiver(
                running,
                new SparkplugSinkProvider(),
                Map.of("group", "g", "node", "n"),
                Map.of(
                        SOURCE_TIME, "times of Sparkplug are milliseconds",
                        RECEIVED_AT, "Sparkplug has none",
                        REFUSAL, "many samples share a message, and so does what is refused with it: SparkplugIT"),
                () -> received(running));
    }

    private static List<ReceivedSample> received(SharedBroker running) throws IOException {
        List<ReceivedSample> received = new ArrayList<>();
        for (HeardFrame frame : HeardFrame.by(running.peer())) {
            if (frame.kind().equals("DDATA")) {
                frame.metrics().forEach(metric -> received.add(sample(metric)));
            }
        }
        return received;
    }

    private static ReceivedSample sample(HeardFrame.HeardMetric metric) {
        return new ReceivedSample(
                metric.name(),
                metric.isNull() ? null : value(metric),
                metric.about().getOrDefault("status", "Good"),
                SampleBatch.NO_TIME,
                SampleBatch.NO_TIME);
    }

    /** Arrays and structures come as JSON. */
    private static Object value(HeardFrame.HeardMetric metric) {
        String text = String.valueOf(metric.value());
        if (metric.type().equals("STRING") && (text.startsWith("[") || text.startsWith("{\"id\""))) {
            try {
                return MAPPER.readValue(text, Object.class);
            } catch (JacksonException e) {
                return text;
            }
        }
        return switch (text) {
            case "inf" -> "Infinity";
            case "-inf" -> "-Infinity";
            case "nan" -> "NaN";
            case "True" -> "true";
            case "False" -> "false";
            default -> text;
        };
    }
}
