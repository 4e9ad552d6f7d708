package io.taktstrom.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run of an experiment left behind.
 *
 * @param experiment its name
 * @param date of the run, ISO 8601
 * @param command that repeats it
 * @param before the machine before the run
 * @param after the machine after the run
 * @param figures raw
 */
public record DataFile(
        String experiment,
        String date,
        String command,
        Map<String, Object> before,
        Map<String, Object> after,
        Map<String, Object> figures) {

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    public static Path path(Path docs, String experiment) {
        return docs.resolve("data").resolve(experiment + ".json");
    }

    public void write(Path docs) throws IOException {
        Path file = path(docs, experiment);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
    }

    public static DataFile read(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), new TypeReference<DataFile>() {});
    }
}
