package io.taktstrom.sinks.parquet;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.sinks.file.Finish;
import org.jspecify.annotations.Nullable;

/** Makes a Parquet file of a file of lines. */
public final class ParquetFinish implements Finish {

    static final String PARQUET = ".parquet";

    private static final String LINES = ".jsonl";
    private static final String HIDDEN = "_";

    @Override
    public String finished(String name) {
        return name.substring(HIDDEN.length(), name.length() - LINES.length()) + PARQUET;
    }

    @Override
    public @Nullable String unfinished(String name) {
        return name.endsWith(PARQUET) ? unfinishedName(name) : null;
    }

    static String unfinishedName(String name) {
        return HIDDEN + name.substring(0, name.length() - PARQUET.length()) + LINES;
    }

    /** Behind the last slash of a template that is not within a placeholder. */
    static int startOfName(String template) {
        int depth = 0;
        int start = 0;
        for (int i = 0; i < template.length(); i++) {
            char c = template.charAt(i);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (c == '/' && depth == 0) {
                start = i + 1;
            }
        }
        return start;
    }

    @Override
    public void write(Path lines, Path to) throws IOException {
        try (ParquetColumns columns = new ParquetColumns(to);
                LineReader reader = new LineReader(lines, columns)) {
            long number = 1;
            while (isRead(reader, lines, number)) {
                Finish.goOnUnlessInterrupted();
                columns.endRow();
                number++;
            }
            columns.complete();
        }
    }

    private static boolean isRead(LineReader reader, Path lines, long number) throws IOException {
        try {
            return reader.read();
        } catch (IllegalArgumentException e) {
            throw new IOException(lines + ", line " + number + ": not a sample: " + e.getMessage(), e);
        }
    }
}
