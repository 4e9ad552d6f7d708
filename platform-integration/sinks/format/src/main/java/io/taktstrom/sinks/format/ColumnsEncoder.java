package io.taktstrom.sinks.format;

import java.util.stream.Stream;

import io.taktstrom.data.SampleBatch;

/** A JSON object with an array for each field, all of the same length; written a column at a time. Hot. */
final class ColumnsEncoder extends PayloadEncoder {

    private final Field[] fields;
    private final JsonRow row;
    private final TextBuffer[] columns;

    ColumnsEncoder(FieldSelection selection) {
        fields = selection.fields().toArray(Field[]::new);
        row = new JsonRow(selection);
        columns = Stream.generate(TextBuffer::new).limit(fields.length).toArray(TextBuffer[]::new);
    }

    @Override
    protected void begin(TextBuffer payload) {
        for (TextBuffer column : columns) {
            column.clear();
        }
    }

    @Override
    protected void add(SampleBatch batch, int i, boolean first, TextBuffer payload) {
        add(batch, i, i + 1, first, payload);
    }

    @Override
    protected void add(SampleBatch batch, int from, int to, boolean first, TextBuffer payload) {
        for (int n = 0; n < fields.length; n++) {
            add(fields[n], batch, from, to, columns[n]);
        }
    }

    private void add(Field field, SampleBatch batch, int from, int to, TextBuffer column) {
        for (int i = from; i < to; ) {
            int begin = column.size();
            // The first of all has no comma before it, so it is not like the others.
            int alike = begin == 0 ? 1 : Row.alike(field, batch, i, to);
            if (begin > 0) {
                column.put(',');
            }
            row.field(field, batch, i, column);
            if (alike > 1) {
                column.repeat(begin, alike - 1);
            }
            i += alike;
        }
    }

    @Override
    protected void end(TextBuffer payload) {
        for (int n = 0; n < columns.length; n++) {
            row.before(fields[n], n == 0, payload);
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
