package io.taktstrom.sinks.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ParquetRowReaderTest {

    /** Some row groups of 16 MiB. */
    private static final int ROWS = 60_000;

    private static final int TEXT_BYTES = 600;

    @TempDir
    Path directory;

    private static Map<String, Object> row(int i, Random random) {
        Map<String, Object> row = new HashMap<>(Map.of("point", "p" + i % 7, "sourceTime", 1_000_000L * i));
        switch (i % 5) {
            case 0 -> row.put("valueBoolean", i % 2 == 0);
            case 1 -> row.put("valueInteger", random.nextLong());
            case 2 -> row.put("valueDouble", random.nextDouble());
            case 3 -> row.put("valueText", "ü" + random.nextLong() + "x".repeat(TEXT_BYTES));
            default -> row.put("status", "Bad");
        }
        // Too many for a dictionary.
        row.put("stream", random.nextLong() + "y".repeat(TEXT_BYTES));
        return row;
    }

    private Path write(int rows) throws IOException {
        Path file = directory.resolve("rows.parquet");
        Random random = new Random(7);
        try (ParquetColumns columns = new ParquetColumns(file)) {
            for (int i = 0; i < rows; i++) {
                row(i, random).forEach((name, value) -> {
                    if (value instanceof Boolean truth) {
                        columns.truth(name, truth);
                    } else if (value instanceof Long number) {
                        columns.number(name, number);
                    } else if (value instanceof Double number) {
                        columns.floating(name, number);
                    } else {
                        columns.text(name, value.toString());
                    }
                });
                if (i % 3 == 0) {
                    columns.label("kind", "k" + i);
                }
                columns.endRow();
            }
            columns.complete();
        }
        return file;
    }

    @Test
    void rowsAreReadAsTheyWereWritten() throws IOException {
        Path file = write(ROWS);
        Random random = new Random(7);
        assertThat(ParquetRowReader.isParquet(file)).isTrue();
        try (ParquetRowReader rows = new ParquetRowReader(file)) {
            for (int i = 0; i < ROWS; i++) {
                assertThat(rows.next()).isEqualTo(row(i, random));
            }
            assertThat(rows.next()).isNull();
        }
    }

    @Test
    void aFileThatIsNotCompleteOrDamagedIsSaid() throws IOException {
        byte[] bytes = Files.readAllBytes(write(100));
        Path cut = Files.write(directory.resolve("cut.parquet"), Arrays.copyOf(bytes, bytes.length - 5));
        assertThat(ParquetRowReader.isParquet(cut)).isTrue();
        assertThatThrownBy(() -> new ParquetRowReader(cut))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cut.parquet: not a complete Parquet file: its end is missing");
        Arrays.fill(bytes, 100, 2000, (byte) 0x55);
        Path damaged = Files.write(directory.resolve("damaged.parquet"), bytes);
        try (ParquetRowReader rows = new ParquetRowReader(damaged)) {
            assertThatThrownBy(rows::next)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("damaged.parquet: damaged");
        }
        Path other = Files.writeString(directory.resolve("other.csv"), "a");
        assertThat(ParquetRowReader.isParquet(other)).isFalse();
    }
}
