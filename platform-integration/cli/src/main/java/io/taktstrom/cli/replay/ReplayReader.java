package io.taktstrom.cli.replay;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataType;
import io.taktstrom.runtime.value.ValueInput;
import io.taktstrom.sinks.parquet.ParquetRowReader;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads a record, sample by sample: JSON Lines or Parquet, never more than one line, or one page of each column, in memory. One thread. */
final class ReplayReader implements Closeable {

    private static final int MAX_LINE_BYTES = 16 << 20;
    private static final int ROW_BYTES = 200;
    private static final int LEFT_OUT = -1;
    private static final JsonMapper JSON = new JsonMapper();

    private final Path file;
    private final List<ReplayPoint> points;
    private final Map<String, Integer> byName = new HashMap<>();
    private final Consumer<String> note;
    private final InputStream in;
    private final @Nullable ParquetRowReader rows;
    private long line;

    /**
     * Begins with the first line.
     *
     * @param all points of the record
     * @param points whose samples are returned; others are left out
     * @param note hears that the last line is cut off
     */
    ReplayReader(Path file, List<ReplayPoint> all, List<ReplayPoint> points, Consumer<String> note) throws IOException {
        this.file = file;
        this.points = points;
        this.note = note;
        all.forEach(point -> byName.put(point.name(), LEFT_OUT));
        for (int i = 0; i < points.size(); i++) {
            byName.put(points.get(i).name(), i);
        }
        in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        rows = ParquetRowReader.isParquet(file) ? new ParquetRowReader(file) : null;
    }

    /**
     * The next sample; null at the end.
     *
     * @throws InvalidFileException when what follows is not one
     */
    @Nullable
    ReplaySample next() throws IOException {
        if (rows != null) {
            return next(rows);
        }
        for (byte[] text = line(); text != null; text = line()) {
            ReplaySample sample = text.length == 0 ? null : sample(text);
            if (sample != null) {
                return sample;
            }
        }
        return null;
    }

    private @Nullable ReplaySample next(ParquetRowReader from) throws IOException {
        for (Map<String, Object> row = from.next(); row != null; row = from.next()) {
            line++;
            for (String column : List.of("valueBoolean", "valueInteger", "valueDouble")) {
                if (row.get(column) != null) {
                    row.put("value", row.get(column));
                }
            }
            Object text = row.get("valueText");
            ReplaySample sample = sample(
                    row, text == null ? ROW_BYTES : ROW_BYTES + text.toString().length());
            if (sample != null) {
                return sample;
            }
        }
        return null;
    }

    private byte @Nullable [] line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        line++;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 && bytes.size() > 0) {
                note.accept(
                        file + ":" + line + ": the last line is cut off, as a killed process leaves it; replayed up to"
                                + " the line before");
            }
            if (next < 0) {
                return null;
            }
            if (bytes.size() == MAX_LINE_BYTES) {
                throw wrong("a line of more than 16 MiB, which no record has; name a file that 'takt record' made");
            }
            bytes.write(next);
        }
        return bytes.toByteArray();
    }

    /** Null for a point that is left out. */
    private @Nullable ReplaySample sample(byte[] text) {
        try {
            Map<?, ?> row = JSON.readValue(text, Map.class);
            return sample(row == null ? Map.of() : row, text.length);
        } catch (JacksonException e) {
            throw wrong("not a sample: " + e.getOriginalMessage()
                    + "; name a file that 'takt record' made, or remove the line");
        }
    }

    private @Nullable ReplaySample sample(Map<?, ?> row, int bytes) {
        if (!(row.get("point") instanceof String name) || !(row.get("status") instanceof String status)) {
            throw wrong("not a sample, which has a point and a status; name a file that 'takt record' made");
        }
        Integer point = byName.get(name);
        Object json = row.get("value");
        if (point == null && (json != null || row.get("valueText") != null)) {
            throw wrong("point " + name + " is not in " + ReplayModel.beside(file)
                    + "; put the model there that was made with this record");
        }
        if (point == null || point == LEFT_OUT) {
            return null;
        }
        try {
            DataType type = points.get(point).type();
            Object value = row.get("valueText") instanceof String text
                    ? checked(type, ValueInput.parse(type, text))
                    : json == null ? null : checked(type, ValueInput.ofJson(type, json));
            return new ReplaySample(
                    line,
                    bytes,
                    point,
                    value,
                    StatusCode.parse(status.replace("+Overflow", "")),
                    time(row.get("sourceTime")),
                    time(row.get("receivedAt")));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw wrong("point " + name + ": " + e.getMessage() + "; remove the line, or record again");
        }
    }

    /** Refuses what does not fit, where the line is known. */
    private static Object checked(DataType type, Object value) {
        var unused = Values.image(type, value);
        return value;
    }

    private static long time(@Nullable Object time) {
        if (time instanceof String text) {
            Instant instant = Instant.parse(text);
            try {
                return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
            } catch (ArithmeticException e) {
                throw new IllegalArgumentException(
                        "time " + text + " is not between 1677-09-21 and 2262-04-11, as 64 bits of nanoseconds are");
            }
        }
        return time instanceof Number nanos ? nanos.longValue() : SampleBatch.NO_TIME;
    }

    /** An error with its place. */
    InvalidFileException wrong(String message) {
        return wrong(line, message);
    }

    InvalidFileException wrong(long where, String message) {
        return new InvalidFileException(file + ":" + where + ": " + message);
    }

    @Override
    public void close() throws IOException {
        in.close();
        if (rows != null) {
            rows.close();
        }
    }
}
