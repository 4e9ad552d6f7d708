package io.taktstrom.sinks.parquet;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a Parquet file as {@link ParquetColumns} writes it, one by one: a page of each column in memory. Parquet's own reader
 * of files would need Hadoop; its readers of footers, page headers and columns do the work. Labels are left out. One thread.
 */
public final class ParquetRowReader implements Closeable {

    private static final byte[] MAGIC = {'P', 'A', 'R', '1'};
    private static final int TAIL_BYTES = 8;
    private static final int MAX_PAGE_BYTES = 256 << 20;
    private static final int PRESENT = 1;

    private final Path path;
    private final Iterator<RowGroup> groups;
    private final String createdBy;
    private final List<Pages> open = new ArrayList<>();
    private final Map<String, ColumnReader> columns = new LinkedHashMap<>();
    private long left;

    /** Whether a file is one of Parquet's, by its first bytes. */
    public static boolean isParquet(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path)) {
            return read(file, 0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
        }
    }

    /** @throws IOException when it is not complete, or not a Parquet file */
    public ParquetRowReader(Path path) throws IOException {
        this.path = path;
        try (FileChannel file = FileChannel.open(path)) {
            long end = file.size() - TAIL_BYTES;
            ByteBuffer tail = read(file, Math.max(0, end), TAIL_BYTES);
            int length = end > MAGIC.length ? Integer.reverseBytes(tail.getInt()) : -1;
            if (length < 0 || length > end - MAGIC.length || !tail.equals(ByteBuffer.wrap(MAGIC))) {
                throw new IOException(path + ": not a complete Parquet file: its end is missing; make it again");
            }
            var footer = Util.readFileMetaData(
                    new ByteArrayInputStream(read(file, end - length, length).array()));
            groups = footer.getRow_groups().iterator();
            createdBy = footer.getCreated_by();
        }
    }

    private static ByteBuffer read(FileChannel file, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
            // All of it, as far as there is any.
        }
        return bytes.flip();
    }

    /**
     * The next row: texts, numbers and truth values by the names of their columns, without those that are null; null at the end.
     *
     * @throws IOException when the file is damaged
     */
    public @Nullable Map<String, Object> next() throws IOException {
        try {
            while (left == 0) {
                if (!groups.hasNext()) {
                    return null;
                }
                begin(groups.next());
            }
            left--;
            Map<String, Object> row = new HashMap<>();
            columns.forEach((name, column) -> {
                if (column.getCurrentDefinitionLevel() == PRESENT) {
                    row.put(name, value(column));
                }
                column.consume();
            });
            return row;
        } catch (RuntimeException e) {
            throw new IOException(path + ": damaged, or not written by this program: " + e.getMessage(), e);
        }
    }

    private static Object value(ColumnReader column) {
        return switch (column.getDescriptor().getPrimitiveType().getPrimitiveTypeName()) {
            case BOOLEAN -> column.getBoolean();
            case INT64 -> column.getLong();
            case DOUBLE -> column.getDouble();
            default -> column.getBinary().toStringUsingUTF8();
        };
    }

    private void begin(RowGroup group) throws IOException {
        close();
        columns.clear();
        left = group.getNum_rows();
        Map<List<String>, Pages> chunks = new HashMap<>();
        for (ColumnChunk chunk : group.getColumns()) {
            Pages pages = new Pages(chunk.getMeta_data());
            open.add(pages);
            chunks.put(chunk.getMeta_data().getPath_in_schema(), pages);
        }
        PageReadStore store = new PageReadStore() {
            @Override
            public PageReader getPageReader(ColumnDescriptor column) {
                Pages pages = chunks.get(List.of(column.getPath()));
                if (pages == null) {
                    throw new IllegalArgumentException("no column " + String.join(".", column.getPath()));
                }
                return pages;
            }

            @Override
            public long getRowCount() {
                return group.getNum_rows();
            }
        };
        ColumnReadStoreImpl readers = new ColumnReadStoreImpl(
                store,
                new DummyRecordConverter(ParquetColumns.SCHEMA).getRootConverter(),
                ParquetColumns.SCHEMA,
                createdBy);
        for (ColumnDescriptor column : ParquetColumns.SCHEMA.getColumns()) {
            if (column.getPath().length == 1) {
                columns.put(column.getPath()[0], readers.getColumnReader(column));
            }
        }
    }

    /** The pages of one column of a row group, one after the other. */
    private final class Pages implements PageReader, Closeable {

        private final InputStream in;
        private final long values;
        private @Nullable PageHeader header;

        Pages(ColumnMetaData column) throws IOException {
            values = column.getNum_values();
            long first = column.isSetDictionary_page_offset()
                    ? column.getDictionary_page_offset()
                    : column.getData_page_offset();
            in = new BufferedInputStream(
                    Channels.newInputStream(FileChannel.open(path).position(first)));
        }

        @Override
        public @Nullable DictionaryPage readDictionaryPage() {
            try {
                PageHeader next = header();
                if (next.getType() != PageType.DICTIONARY_PAGE) {
                    return null;
                }
                var dictionary = next.getDictionary_page_header();
                return new DictionaryPage(body(next), dictionary.getNum_values(), encoding(dictionary.getEncoding()));
            } catch (IOException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        @Override
        public long getTotalValueCount() {
            return values;
        }

        @Override
        public DataPage readPage() {
            try {
                PageHeader next = header();
                var page = next.getData_page_header();
                return new DataPageV1(
                        body(next),
                        page.getNum_values(),
                        next.getUncompressed_page_size(),
                        null,
                        encoding(page.getRepetition_level_encoding()),
                        encoding(page.getDefinition_level_encoding()),
                        encoding(page.getEncoding()));
            } catch (IOException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        }

        private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
            return Encoding.valueOf(encoding.name());
        }

        private PageHeader header() throws IOException {
            if (header == null) {
                header = Util.readPageHeader(in);
            }
            return header;
        }

        private BytesInput body(PageHeader of) throws IOException {
            header = null;
            if (of.getUncompressed_page_size() > MAX_PAGE_BYTES || of.getCompressed_page_size() > MAX_PAGE_BYTES) {
                throw new IOException("a page of more than 256 MiB");
            }
            byte[] compressed = in.readNBytes(of.getCompressed_page_size());
            try (InputStream bytes = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
                return BytesInput.from(bytes.readNBytes(of.getUncompressed_page_size()));
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    @Override
    public void close() throws IOException {
        for (Pages pages : open) {
            pages.close();
        }
        open.clear();
    }
}
