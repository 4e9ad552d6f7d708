package io.taktstrom.cli.replay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.text.FileTrouble;
import io.taktstrom.text.TextFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The points of a record, in a file of JSON beside it, each on a line.
 *
 * @param version of the format
 */
record ReplayModel(int version, List<ReplayPoint> points) {

    private static final long MAX_BYTES = 256L << 20;
    private static final int VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .addMixIn(DataType.class, KindOfType.class)
            .build();

    /** A type as an object of one entry, by its kind: {@code {"scalar": "INT"}}. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.WRAPPER_OBJECT)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = ScalarType.class, name = "scalar"),
        @JsonSubTypes.Type(value = StringType.class, name = "text"),
        @JsonSubTypes.Type(value = EnumType.class, name = "enum"),
        @JsonSubTypes.Type(value = ArrayType.class, name = "array"),
        @JsonSubTypes.Type(value = StructType.class, name = "struct")
    })
    @JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
    private interface KindOfType {}

    /** The model's file of a record's, or of the lines that become a Parquet file. */
    static Path beside(Path file) {
        String name = file.getFileName().toString().replaceFirst("^_(.+)\\.jsonl$", "$1");
        return file.resolveSibling(name + ".points.json");
    }

    /** Where the lines are that become a Parquet file. */
    static Path lines(Path file) {
        return file.resolveSibling("_" + file.getFileName() + ".jsonl");
    }

    static void write(Path file, Stream<ReplayPoint> points) throws IOException {
        String lines = points.map(JSON::writeValueAsString).collect(Collectors.joining(",\n"));
        String text = "{\"version\":" + VERSION + ",\"points\":[\n" + lines + "\n]}\n";
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes a file as a whole or not at all.
     *
     * @throws IOException with the file and what to do: what the system says of a full disk has neither
     */
    static void write(Path file, byte[] bytes) throws IOException {
        Path part = file.resolveSibling("." + file.getFileName() + ".new");
        try {
            Files.write(part, bytes);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    static IOException cannotWrite(Path file, IOException e) {
        return new IOException(
                "cannot write " + file + ": " + FileTrouble.reason(e) + "; free some space, or name another file", e);
    }

    /** @throws InvalidFileException when there is none, or it is not one */
    static List<ReplayPoint> read(Path file) {
        try {
            ReplayModel model = JSON.readValue(TextFile.read(file, MAX_BYTES), ReplayModel.class);
            if (model == null) {
                throw new InvalidFileException(
                        file + ": not a model of points as 'takt record' writes it, but null; record again");
            }
            if (model.version() != VERSION) {
                throw new InvalidFileException(file + " is of version " + model.version()
                        + " of the record's format, and this Taktstrom reads version " + VERSION
                        + "; replay it with the Taktstrom that recorded it");
            }
            return model.points();
        } catch (TextFile.UnreadableException e) {
            throw new InvalidFileException(file + ": " + e.getMessage()
                    + "; 'takt record' writes this model of the points, which belongs beside the record");
        } catch (JacksonException e) {
            throw new InvalidFileException(file
                    + (e.getLocation() == null
                            ? ""
                            : ":" + e.getLocation().getLineNr() + ":"
                                    + e.getLocation().getColumnNr())
                    + ": not a model of points as 'takt record' writes it: " + e.getOriginalMessage()
                    + "; record again");
        }
    }
}
