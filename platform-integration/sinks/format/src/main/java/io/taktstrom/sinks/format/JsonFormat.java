package io.taktstrom.sinks.format;

import io.taktstrom.data.SampleBatch;

/**
 * JSON Lines: one object per sample, its keys always in the order of the fields.
 *
 * <pre>{@code
 * {"point":"press1.temp","value":21.5,"status":"Good","sourceTime":"2026-11-21T07:05:09.000000001Z","receivedAt":"..."}
 * }</pre>
 *
 * <p>{@code value} is {@code null} when the status is Bad; a time when there is none. Hot.
 */
public final class JsonFormat implements SampleFormat {

    private final JsonRow row;

    /** The standard fields. */
    public JsonFormat() {
        this(FieldSelection.STANDARD);
    }

    public JsonFormat(FieldSelection selection) {
        row = new JsonRow(selection);
    }

    @Override
    public String begin() {
        return "{\"" + row.selection().fields().get(0).key() + "\":";
    }

    @Override
    public void writeHeader(TextBuffer out) {
        // JSON Lines has none.
    }

    @Override
    public void write(SampleBatch batch, int i, TextBuffer out) {
        row.write(batch, i, out);
        out.put('\n');
    }
}
