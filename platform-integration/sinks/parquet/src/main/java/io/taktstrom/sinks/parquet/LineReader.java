package io.taktstrom.sinks.parquet;

import io.taktstrom.model.ScalarType;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads a line of ours into columns. One thread. */
final class LineReader {

    private static final JsonFactory JSON = new JsonFactory();

    private final SampleColumns columns;
    /** The type of the line's point, which stands before its value. */
    private @Nullable String type;

    LineReader(SampleColumns columns) {
        this.columns = columns;
    }

    /** @throws IllegalArgumentException when the line is none of ours */
    void read(String line) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
            require(parser.nextToken() == JsonToken.START_OBJECT);
            type = null;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String key = parser.currentName();
                field(key, parser.nextToken(), parser, line);
            }
            require(parser.currentToken() == JsonToken.END_OBJECT);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    private static void require(boolean right) {
        if (!right) {
            throw new IllegalArgumentException("it is no JSON object");
        }
    }

    private void field(String key, JsonToken token, JsonParser parser, String line) {
        if (token == JsonToken.VALUE_NULL) {
            return;
        }
        switch (key) {
            case "value" -> value(token, parser, line);
            case "labels" -> {
                require(token == JsonToken.START_OBJECT);
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String label = parser.currentName();
                    parser.nextToken();
                    columns.label(label, parser.getString());
                }
            }
            case "statusCode", "sourceTime", "receivedAt", "sequence" -> columns.number(key, parser.getLongValue());
            default -> {
                if (key.equals("type")) {
                    type = parser.getString();
                }
                columns.text(key, parser.getString());
            }
        }
    }

    private void value(JsonToken token, JsonParser parser, String line) {
        boolean floating =
                ScalarType.REAL.text().equals(type) || ScalarType.LREAL.text().equals(type);
        switch (token) {
            case VALUE_TRUE, VALUE_FALSE -> columns.truth("valueBoolean", token == JsonToken.VALUE_TRUE);
            case VALUE_NUMBER_FLOAT -> columns.floating("valueDouble", parser.getDoubleValue());
            case VALUE_NUMBER_INT -> {
                if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                    columns.text("valueText", parser.getString());
                } else {
                    columns.number("valueInteger", parser.getLongValue());
                }
            }
            case VALUE_STRING -> {
                if (floating) {
                    columns.floating("valueDouble", Double.parseDouble(parser.getString()));
                } else {
                    columns.text("valueText", parser.getString());
                }
            }
            default -> {
                int start = (int) parser.currentTokenLocation().getCharOffset();
                parser.skipChildren();
                int end = (int) parser.currentLocation().getCharOffset();
                columns.text("valueText", line.substring(start, end));
            }
        }
    }
}
