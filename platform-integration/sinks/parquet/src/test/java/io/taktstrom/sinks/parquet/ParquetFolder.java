package io.taktstrom.sinks.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.sink.FolderUnderTest;
import io.taktstrom.testkit.sink.SinkContract;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A folder as an analyst reads it: Parquet files by Apache Arrow, and the lines that are not Parquet file yet. */
final class ParquetFolder extends FolderUnderTest {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int MAX_LOOKS = 1000;

    private final PeerProcess arrow;

    ParquetFolder(PeerProcess arrow) throws IOException {
        this.arrow = arrow;
    }

    @Override
    public SinkProvider provider() {
        return new ParquetProvider();
    }

    @Override
    public Map<String, String> options() {
        return Map.of("path", folder().resolve("samples.parquet").toString(), "rotate", "32KiB");
    }

    @Override
    public Map<String, String> unusableOptions() {
        return Map.of("path", noFolder().resolve("samples.parquet").toString());
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                SinkContract.STALL, "a disk that hangs cannot be interrupted",
                SinkContract.FULL, "it takes a disk of its own",
                SinkContract.REFUSAL, "files take everything",
                SinkContract.REPEATS, "rows have no number: a row may stand twice after a failure",
                SinkContract.NO_ALLOCATION, "a few bytes per unit, and texts");
    }

    @Override
    public List<ReceivedSample> received() throws IOException {
        for (int look = 0; look < MAX_LOOKS; look++) {
            List<ReceivedSample> samples = new ArrayList<>();
            try {
                List<Path> before = files();
                for (Path file : before) {
                    rows(file).forEach(row -> samples.add(sample(row)));
                }
                // A file of lines that became a Parquet file meanwhile was read twice, or not at all.
                if (before.equals(files())) {
                    return samples;
                }
            } catch (NoSuchFileException e) {
                // The same.
            }
        }
        throw new AssertionError("the files in " + folder() + " do not come to rest: " + files());
    }

    /** In the order in which they were written. */
    List<Path> files() throws IOException {
        record Found(Path path, FileTime time) {}
        List<Found> found = new ArrayList<>();
        try (Stream<Path> list = Files.list(folder())) {
            for (Path path : list.toList()) {
                String name = path.getFileName().toString();
                if (!name.endsWith(".part") && Files.exists(path)) {
                    found.add(new Found(path, Files.getLastModifiedTime(path)));
                }
            }
        }
        return found.stream()
                .sorted(Comparator.comparing(Found::time).thenComparing(Found::path))
                .map(Found::path)
                .toList();
    }

    List<?> rows(Path file) throws IOException {
        if (file.toString().endsWith(".parquet")) {
            return MAPPER.readValue(arrow.tell(file.toString(), "ok "), List.class);
        }
        List<Object> rows = new ArrayList<>();
        for (String line : Files.readString(file).split("\n", 0)) {
            if (!line.isEmpty()) {
                rows.add(MAPPER.readValue(line, Map.class));
            }
        }
        return rows;
    }

    private static ReceivedSample sample(Object object) {
        Map<?, ?> row = (Map<?, ?>) object;
        Object value = row.get("value");
        for (String column : List.of("valueBoolean", "valueInteger", "valueDouble", "valueText")) {
            value = value == null ? row.get(column) : value;
        }
        String type = Objects.toString(row.get("type"));
        if (value instanceof String text && (type.startsWith("ARRAY") || type.startsWith("ST_"))) {
            value = MAPPER.readValue(text, Object.class);
        }
        return new ReceivedSample(
                Objects.toString(row.get("point")),
                value,
                Objects.toString(row.get("status")),
                time(row.get("sourceTime")),
                time(row.get("receivedAt")));
    }

    private static long time(@Nullable Object nanos) {
        return nanos == null ? SampleBatch.NO_TIME : ((Number) nanos).longValue();
    }

    /** All rows that are in Parquet files. */
    List<Map<String, Object>> parquet() throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Path file : files()) {
            if (file.toString().endsWith(".parquet")) {
                for (Object row : rows(file)) {
                    Map<String, Object> copy = new HashMap<>();
                    ((Map<?, ?>) row).forEach((key, value) -> copy.put(key.toString(), value));
                    rows.add(copy);
                }
            }
        }
        return rows;
    }
}
