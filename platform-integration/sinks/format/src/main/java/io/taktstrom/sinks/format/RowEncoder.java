package io.taktstrom.sinks.format;

import io.taktstrom.data.SampleBatch;

/** Rows, with something before, between and behind them. Hot. */
final class RowEncoder extends PayloadEncoder {

    private final Row row;
    private final String before;
    private final String between;
    private final String behind;

    RowEncoder(Row row, String before, String between, String behind) {
        this.row = row;
        this.before = before;
        this.between = between;
        this.behind = behind;
    }

    @Override
    protected void begin(TextBuffer payload) {
        payload.ascii(before);
    }

    @Override
    protected void add(SampleBatch batch, int i, boolean first, TextBuffer payload) {
        if (!first) {
            payload.ascii(between);
        }
        row.write(batch, i, payload);
    }

    @Override
    protected void end(TextBuffer payload) {
        payload.ascii(behind);
    }
}
