package io.taktstrom.sinks.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.taktstrom.model.ScalarType;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads a file of our lines into columns: as one stream of bytes, since a parser for each line costs more than the line. One thread. */
final class LineReader implements Closeable {

    private static final JsonFactory JSON = new JsonFactory();

    private final ParquetColumns columns;
    private final FileChannel file;
    private final JsonParser parser;
    /** The type of the line's point, which stands before its value. */
    private @Nullable String type;

    LineReader(Path lines, ParquetColumns columns) throws IOException {
        this.columns = columns;
        file = FileChannel.open(lines);
        parser = JSON.createParser(ObjectReadContext.empty(), Channels.newInputStream(file));
    }

    /**
     * Reads the next sample.
     *
     * @return whether there was one
     * @throws IllegalArgumentException when what follows is not a line of ours
     */
    boolean read() throws IOException {
        try {
            JsonToken begin = parser.nextToken();
            if (begin == null) {
                return false;
            }
            require(begin == JsonToken.START_OBJECT);
            type = null;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String key = parser.currentName();
                field(key, parser.nextToken());
            }
            require(parser.currentToken() == JsonToken.END_OBJECT);
            return true;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    private static void require(boolean right) {
        if (!right) {
            throw new IllegalArgumentException("not a JSON object");
        }
    }

    private void field(String key, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_NULL) {
            return;
        }
        switch (key) {
            case "value" -> value(token);
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
                String text = parser.getString();
                if (key.equals("type")) {
                    type = text;
                }
                columns.text(key, text);
            }
        }
    }

    private void value(JsonToken token) throws IOException {
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
            default -> columns.text("valueText", asItStands());
        }
    }

    /** An array or an object, as it stands in the line. */
    private String asItStands() throws IOException {
        long start = parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        long end = parser.currentLocation().getByteOffset();
        ByteBuffer text = ByteBuffer.allocate((int) (end - start));
        while (text.hasRemaining() && file.read(text, start + text.position()) >= 0) {
            // All of it is there: it was read just now.
        }
        return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        parser.close();
        file.close();
    }
}
