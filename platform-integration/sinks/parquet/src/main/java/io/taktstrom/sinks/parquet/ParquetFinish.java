package io.taktstrom.sinks.parquet;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.sinks.file.Finish;
import org.jspecify.annotations.Nullable;

/** Makes a Parquet file of a file of lines. */
final class ParquetFinish implements Finish {

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
        try (BufferedReader in = Files.newBufferedReader(lines);
                SampleColumns columns = new SampleColumns(to)) {
            LineReader reader = new LineReader(columns);
            long number = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Finish.goOnUnlessInterrupted();
                number++;
                try {
                    reader.read(line);
                } catch (IllegalArgumentException e) {
                    throw new IOException(lines + ", line " + number + ": is no sample: " + e.getMessage(), e);
                }
                columns.endRow();
            }
            columns.complete();
        }
    }
}
