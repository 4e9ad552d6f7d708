package io.taktstrom.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

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

    /**
     * Reads what a run has left; what it says of its machine may be missing, as in files of other versions.
     *
     * @throws WrongUseException when it is not there, or no data file
     */
    public static DataFile read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new WrongUseException("there is no file " + file);
        }
        try {
            if (!(JSON.readTree(Files.readAllBytes(file)) instanceof ObjectNode root)
                    || !root.path("experiment").isString()
                    || !root.path("figures").isObject()) {
                throw new WrongUseException(
                        file + " has no figures of an experiment; ./takt bench run writes such files");
            }
            for (String text : List.of("date", "command")) {
                root.putIfAbsent(text, StringNode.valueOf("unknown"));
            }
            for (String machine : List.of("before", "after")) {
                root.putIfAbsent(machine, root.objectNode());
            }
            return JSON.treeToValue(root, DataFile.class);
        } catch (JacksonException e) {
            throw new WrongUseException(file + " is no data file of ./takt bench: " + e.getOriginalMessage());
        }
    }
}
