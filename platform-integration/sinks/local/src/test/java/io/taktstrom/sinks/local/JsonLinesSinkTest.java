package io.taktstrom.sinks.local;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

class JsonLinesSinkTest extends SinkContract {

    private static final JsonMapper MAPPER = new JsonMapper();

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new FileReceiver(new JsonLinesProvider(), Map.of(), JsonLinesSinkTest::read);
    }

    private static List<ReceivedSample> read(String text) {
        // Not by Reader.lines(): line separators of Unicode stand in strings.
        return text.isEmpty()
                ? List.of()
                : List.of(text.substring(0, text.length() - 1).split("\n")).stream()
                        .map(JsonLinesSinkTest::sample)
                        .toList();
    }

    private static ReceivedSample sample(String line) {
        Map<?, ?> json = MAPPER.readValue(line, Map.class);
        return new ReceivedSample(
                String.valueOf(json.get("point")),
                json.get("value"),
                String.valueOf(json.get("status")),
                time(json.get("sourceTime")),
                time(json.get("receivedAt")));
    }

    private static long time(@Nullable Object json) {
        return FileReceiver.time(json == null ? "" : json.toString());
    }
}
