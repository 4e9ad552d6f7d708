package io.taktstrom.benchmarks.sinks;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sinks.parquet.ParquetColumns;
import io.taktstrom.sinks.parquet.ParquetFinish;

/**
 * Parquet's own writers with the sink's schema and nothing else, for benchmarks: no file of lines before, no line to be parsed. One
 * thread.
 */
public final class ParquetRows implements AutoCloseable {

    private final ParquetColumns columns;

    public ParquetRows(Path file) throws IOException {
        columns = new ParquetColumns(file);
    }

    /** What the sink does with a file of lines that is complete. */
    public static void finish(Path lines, Path file) throws IOException {
        new ParquetFinish().write(lines, file);
    }

    /** Adds the samples of a batch of LREALs. */
    public void add(SampleBatch batch) throws IOException {
        for (int i = 0; i < batch.size(); i++) {
            DataPoint point = batch.group().points().get(batch.pointAt(i));
            columns.text("point", point.name());
            columns.text("connection", point.connection());
            columns.text("stream", "benchmark");
            columns.text("unit", point.unit());
            columns.text("type", "LREAL");
            columns.floating("valueDouble", batch.doubleAt(i));
            columns.text("status", StatusCode.name(batch.statusAt(i)));
            columns.number("statusCode", batch.statusAt(i));
            columns.text("quality", "Good");
            columns.number("sourceTime", batch.sourceTimeAt(i));
            columns.number("receivedAt", batch.receivedAt());
            columns.number("sequence", batch.sequence() + i);
            columns.endRow();
        }
    }

    @Override
    public void close() throws IOException {
        columns.complete();
        columns.close();
    }
}
