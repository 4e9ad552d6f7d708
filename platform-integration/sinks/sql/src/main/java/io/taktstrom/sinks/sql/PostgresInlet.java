package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;

/** Gathers a flush unit as rows and commits it. Hot: 0 bytes per sample up to the rows. The thread of its pipeline. */
final class PostgresInlet implements SinkInlet {

    private final PostgresSink sink;
    private final Link link;
    private final Layout layout;
    private int samples;

    PostgresInlet(PostgresSink sink, Link link, Layout layout) {
        this.sink = sink;
        this.link = link;
        this.layout = layout;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        boolean gathered = false;
        try {
            sink.requireOpen();
            layout.add(batch, samples, unit);
            samples += batch.size();
            if (unit.isComplete()) {
                place(unit);
                sink.isWell();
            }
            gathered = !unit.isComplete();
        } catch (IOException e) {
            // A column that is missing now may be there when the unit comes again.
            layout.forgetTables();
            sink.isUnwell(e);
            throw e;
        } finally {
            if (!gathered) {
                layout.clear();
                samples = 0;
            }
        }
    }

    private void place(FlushUnit unit) throws IOException {
        List<TableRows> tables = layout.touched();
        tables.removeIf(table -> table.rows().rows() == 0);
        if (!tables.isEmpty()) {
            long begin = sink.nanoTime();
            long bytes = link.call("publish to", session -> Placement.place(session, tables, unit));
            sink.answered(bytes, begin);
        }
    }

    @Override
    public void close() throws IOException {
        sink.forget(link);
        link.close();
    }
}
