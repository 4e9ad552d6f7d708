package io.taktstrom.sinks.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Samples as the columns of a Parquet file, row by row. A column that a row does not name is null there. Parquet's own writers of
 * columns, pages and files do the work; its writer of records would need Hadoop.
 *
 * <pre>
 *  text, number, ... --> ColumnWriter --> pages --endRow, every 16 MiB--> row group --complete--> footer
 * </pre>
 *
 * <p>One thread.
 */
public final class ParquetColumns implements AutoCloseable {

    static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message sample {
              optional binary point (STRING);
              optional binary connection (STRING);
              optional binary stream (STRING);
              optional binary unit (STRING);
              optional binary type (STRING);
              optional group labels (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  required binary value (STRING);
                }
              }
              optional boolean valueBoolean;
              optional int64 valueInteger;
              optional double valueDouble;
              optional binary valueText (STRING);
              optional binary status (STRING);
              optional int64 statusCode;
              optional binary quality (STRING);
              optional int64 sourceTime (TIMESTAMP(NANOS,true));
              optional int64 receivedAt (TIMESTAMP(NANOS,true));
              optional int64 sequence;
            }
            """);

    private static final long ROW_GROUP_BYTES = 16 << 20;
    private static final int ROWS_BETWEEN_LOOKS = 1000;
    private static final int INDEX_BYTES = 64;

    // Definition levels: how many of the optional and repeated fields on the way to a value are there.
    private static final int PRESENT = 1;
    private static final int ENTRY = 2;

    private final ParquetProperties properties = ParquetProperties.builder().build();
    private final ParquetFileWriter file;
    private final Map<String, Column> byName = new HashMap<>();
    private final Column[] all;
    private final List<String> labels = new ArrayList<>();

    private ColumnChunkPageWriteStore pages;
    private ColumnWriteStore columns;
    private long rows;

    /** What becomes of one column of the row that is being written. */
    private static final class Column {
        private final ColumnDescriptor descriptor;
        private ColumnWriter writer;
        private boolean isSet;

        Column(ColumnDescriptor descriptor, ColumnWriteStore store) {
            this.descriptor = descriptor;
            writer = store.getColumnWriter(descriptor);
        }
    }

    public ParquetColumns(Path path) throws IOException {
        file = newFile(path);
        file.start();
        pages = newPages();
        columns = properties.newColumnWriteStore(SCHEMA, pages);
        for (ColumnDescriptor column : SCHEMA.getColumns()) {
            byName.put(String.join(".", column.getPath()), new Column(column, columns));
        }
        all = byName.values().toArray(Column[]::new);
    }

    /** The compiler cannot tell the newer constructors from those that take Hadoop's configuration without having that. */
    @SuppressWarnings("deprecation")
    private static ParquetFileWriter newFile(Path path) throws IOException {
        return new ParquetFileWriter(
                new LocalOutputFile(path), SCHEMA, ParquetFileWriter.Mode.OVERWRITE, ROW_GROUP_BYTES, 0);
    }

    private ColumnChunkPageWriteStore newPages() {
        return new ColumnChunkPageWriteStore(new GzipCompressor(), SCHEMA, new HeapByteBufferAllocator(), INDEX_BYTES);
    }

    private ColumnWriter take(String name) {
        Column column = byName.get(name);
        if (column == null || column.isSet) {
            throw new IllegalArgumentException(
                    (column == null ? "it has an unknown field " : "it has twice the field ") + name);
        }
        column.isSet = true;
        return column.writer;
    }

    /** Sets a column of the row. */
    public void text(String column, String text) {
        take(column).write(Binary.fromString(text), 0, PRESENT);
    }

    /** Sets a column of the row. */
    public void number(String column, long number) {
        take(column).write(number, 0, PRESENT);
    }

    /** Sets a column of the row. */
    public void floating(String column, double number) {
        take(column).write(number, 0, PRESENT);
    }

    /** Sets a column of the row. */
    public void truth(String column, boolean truth) {
        take(column).write(truth, 0, PRESENT);
    }

    public void label(String key, String text) {
        labels.add(key);
        labels.add(text);
    }

    public void endRow() throws IOException {
        ColumnWriter keys = take("labels.key_value.key");
        ColumnWriter texts = take("labels.key_value.value");
        for (int i = 0; i < labels.size(); i += 2) {
            int repetition = i == 0 ? 0 : 1;
            keys.write(Binary.fromString(labels.get(i)), repetition, ENTRY);
            texts.write(Binary.fromString(labels.get(i + 1)), repetition, ENTRY);
        }
        if (labels.isEmpty()) {
            keys.writeNull(0, PRESENT);
            texts.writeNull(0, PRESENT);
        }
        labels.clear();
        for (Column column : all) {
            if (!column.isSet) {
                column.writer.writeNull(0, 0);
            }
            column.isSet = false;
        }
        columns.endRecord();
        rows++;
        if (rows % ROWS_BETWEEN_LOOKS == 0 && columns.getBufferedSize() >= ROW_GROUP_BYTES) {
            endRowGroup();
            pages = newPages();
            columns = properties.newColumnWriteStore(SCHEMA, pages);
            for (Column column : all) {
                column.writer = columns.getColumnWriter(column.descriptor);
            }
        }
    }

    private void endRowGroup() throws IOException {
        file.startBlock(rows);
        columns.flush();
        pages.flushToFileWriter(file);
        file.endBlock();
        columns.close();
        pages.close();
        rows = 0;
    }

    /** Writes what is left, and the footer, without which the file is none. */
    public void complete() throws IOException {
        if (rows > 0) {
            endRowGroup();
        }
        file.end(Map.of());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
