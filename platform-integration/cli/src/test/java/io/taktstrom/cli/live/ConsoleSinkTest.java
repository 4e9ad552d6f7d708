package io.taktstrom.cli.live;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.format.JsonFormat;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The contract on the lines that a terminal's reader gets. */
class ConsoleSinkTest extends SinkContract {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final long NANOS = 1_000_000_000;

    @Override
    protected SinkUnderTest startReceiver() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        Terminal terminal = Terminal.plain(InputStream.nullInputStream(), out, out);
        return new SinkUnderTest() {
            @Override
            public SinkProvider provider() {
                return new ConsoleProvider(new SampleLines(terminal, new JsonFormat()));
            }

            @Override
            public Map<String, String> options() {
                return Map.of();
            }

            @Override
            public Map<String, String> missing() {
                return Map.of(
                        UNUSABLE, "it has no options",
                        OUTAGE, "a reader that has gone does not come back: TaktJarIT",
                        FULL, "as above",
                        STALL, "Timeouts abandons a reader that does not read: TaktJarIT",
                        REFUSAL, "text takes everything",
                        REPEATS, "lines have no number",
                        NO_ALLOCATION, "texts are strings");
            }

            @Override
            public List<ReceivedSample> received() {
                return samples(bytes.toString(StandardCharsets.UTF_8));
            }

            @Override
            public void close() {
                out.close();
            }
        };
    }

    private static List<ReceivedSample> samples(String text) {
        List<ReceivedSample> samples = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            if (!line.isEmpty()) {
                JsonNode json = MAPPER.readTree(line);
                samples.add(new ReceivedSample(
                        json.get("point").stringValue(),
                        MAPPER.treeToValue(json.get("value"), Object.class),
                        json.get("status").stringValue(),
                        time(json.get("sourceTime")),
                        time(json.get("receivedAt"))));
            }
        }
        return samples;
    }

    private static long time(@Nullable JsonNode json) {
        if (json == null || json.isNull()) {
            return SampleBatch.NO_TIME;
        }
        Instant instant = Instant.parse(json.stringValue());
        return instant.getEpochSecond() * NANOS + instant.getNano();
    }
}
