package io.taktstrom.sinks.format;

import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.data.SampleBatch;

/** A JSON object with an array for each field, all of the same length. Hot. */
final class ColumnsEncoder extends PayloadEncoder {

    private final List<Field> fields;
    private final JsonRow row;
    private final TextBuffer[] columns;

    ColumnsEncoder(FieldSelection selection) {
        fields = selection.fields();
        row = new JsonRow(selection);
        columns = Stream.generate(TextBuffer::new).limit(fields.size()).toArray(TextBuffer[]::new);
    }

    @Override
    void begin(TextBuffer payload) {
        for (TextBuffer column : columns) {
            column.clear();
        }
    }

    @Override
    void add(SampleBatch batch, int i, boolean first, TextBuffer payload) {
        for (int n = 0; n < columns.length; n++) {
            if (!first) {
                columns[n].put(',');
            }
            row.field(fields.get(n), batch, i, columns[n]);
        }
    }

    @Override
    void end(TextBuffer payload) {
        for (int n = 0; n < columns.length; n++) {
            row.before(fields.get(n), n == 0, payload);
            payload.put('[');
            payload.bytes(columns[n]);
            payload.put(']');
        }
        row.end(payload);
    }

    @Override
    public int bytes() {
        int bytes = 0;
        for (TextBuffer column : columns) {
            bytes += column.size();
        }
        return bytes;
    }
}
