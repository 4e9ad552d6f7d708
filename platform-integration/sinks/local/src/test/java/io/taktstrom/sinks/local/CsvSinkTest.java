package io.taktstrom.sinks.local;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

class CsvSinkTest extends SinkContract {

    private static final JsonMapper MAPPER = new JsonMapper();

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        return new FileReceiver(new CsvProvider(), Map.of("formulas", "keep"), CsvSinkTest::read);
    }

    /** After RFC 4180. */
    private static List<ReceivedSample> read(String text) {
        List<ReceivedSample> samples = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                if (quoted && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                    field.append(c);
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (quoted || (c != ',' && c != '\n')) {
                field.append(c);
            } else {
                row.add(field.toString());
                field.setLength(0);
                if (c == '\n') {
                    if (!row.get(0).equals("point")) {
                        samples.add(sample(row));
                    }
                    row.clear();
                }
            }
        }
        return samples;
    }

    private static ReceivedSample sample(List<String> row) {
        return new ReceivedSample(
                row.get(0),
                row.get(2).startsWith("Bad") ? null : value(row.get(0), row.get(1)),
                row.get(2),
                FileReceiver.time(row.get(3)),
                FileReceiver.time(row.get(4)));
    }

    /** Arrays and structures are JSON; a text that looks like it is a text. */
    private static @Nullable Object value(String point, String text) {
        boolean composite = point.startsWith("value.") && (text.startsWith("[") || text.startsWith("{"));
        return composite ? MAPPER.readValue(text, Object.class) : text;
    }
}
