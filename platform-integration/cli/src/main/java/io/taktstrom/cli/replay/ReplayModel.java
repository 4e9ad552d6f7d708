package io.taktstrom.cli.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.format.ValueText;
import io.taktstrom.text.TextFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The points of a record, in a file of JSON beside it. */
final class ReplayModel {

    private static final long MAX_BYTES = 256L << 20;

    private ReplayModel() {}

    /** The model's file of a record's. */
    static Path beside(Path file) {
        return file.resolveSibling(file.getFileName() + ".points.json");
    }

    static void write(Path file, Iterable<ReplayPoint> points) throws IOException {
        TextBuffer text = new TextBuffer();
        String before = "{\"version\":1,\"points\":[\n";
        for (ReplayPoint point : points) {
            text.ascii(before);
            ValueText.json(plain(point), text);
            before = ",\n";
        }
        text.ascii("\n]}\n");
        Files.write(file, text.toBytes());
    }

    private static Map<String, Object> plain(ReplayPoint point) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("point", point.name());
        map.put("connection", point.connection());
        map.put("connector", point.scheme());
        map.put("address", point.address());
        map.put("type", plain(point.type()));
        map.put("unit", point.unit());
        map.put("labels", point.labels());
        map.put("scan", point.scan().name());
        map.put("mode", point.scan().mode().name());
        map.put("cycle", Durations.format(point.scan().cycle()));
        return map;
    }

    /** Its text, where that says all. */
    private static Object plain(DataType type) {
        if (type instanceof EnumType it) {
            Map<String, Object> members = new LinkedHashMap<>();
            it.members().forEach(member -> members.put(member.name(), member.value()));
            return map("enum", it.name(), "base", it.base().text(), "members", members);
        }
        if (type instanceof StructType it) {
            List<Object> fields = new ArrayList<>();
            for (StructType.Field field : it.fields()) {
                fields.add(map(
                        "name", field.name(), "type", plain(field.type()), "at", (long) field.offset(), "bit", (long)
                                field.bit()));
            }
            return map("struct", it.name(), "bytes", (long) it.imageBytes(), "fields", fields);
        }
        if (type instanceof ArrayType it && !(plain(it.element()) instanceof String)) {
            return map(
                    "array",
                    plain(it.element()),
                    "bounds",
                    it.bounds().stream()
                            .map(bound -> List.of((long) bound.lower(), (long) bound.upper()))
                            .toList());
        }
        return type instanceof StringType it && it.encoding() == StringType.Encoding.UTF_8
                ? map("text", it.encoding().name(), "length", (long) it.length())
                : type.text();
    }

    private static Map<String, Object> map(Object... entries) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put(entries[i].toString(), entries[i + 1]);
        }
        return map;
    }

    /** @throws InvalidFileException when there is none, or it is not one */
    static List<ReplayPoint> read(Path file) {
        try {
            List<ReplayPoint> points = new ArrayList<>();
            for (JsonNode point :
                    new JsonMapper().readTree(TextFile.read(file, MAX_BYTES)).required("points")) {
                points.add(point(point));
            }
            return points;
        } catch (TextFile.UnreadableException e) {
            throw new InvalidFileException(file + ": " + e.getMessage()
                    + "; 'takt record' writes this model of the points, which belongs beside the record");
        } catch (JacksonException | IllegalArgumentException e) {
            String message = e instanceof JacksonException json ? json.getOriginalMessage() : e.getMessage();
            throw new InvalidFileException(
                    file + ": not a model of points as 'takt record' writes it: " + message + "; record again");
        }
    }

    private static ReplayPoint point(JsonNode node) {
        Map<String, String> labels = new LinkedHashMap<>();
        node.required("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().stringValue()));
        return new ReplayPoint(
                text(node, "point"),
                text(node, "connection"),
                text(node, "connector"),
                text(node, "address"),
                type(node.required("type")),
                text(node, "unit"),
                labels,
                new ScanClass(
                        text(node, "scan"),
                        ScanClass.Mode.valueOf(text(node, "mode")),
                        Durations.parse(text(node, "cycle")),
                        Duration.ZERO));
    }

    private static String text(JsonNode node, String key) {
        return node.required(key).stringValue();
    }

    private static DataType type(JsonNode node) {
        if (node.has("enum")) {
            List<EnumType.Member> members = new ArrayList<>();
            node.required("members")
                    .properties()
                    .forEach(member -> members.add(new EnumType.Member(
                            member.getKey(), member.getValue().longValue())));
            return new EnumType(text(node, "enum"), ScalarType.valueOf(text(node, "base")), members);
        }
        if (node.has("struct")) {
            List<StructType.Field> fields = new ArrayList<>();
            for (JsonNode field : node.required("fields")) {
                fields.add(new StructType.Field(
                        text(field, "name"),
                        type(field.required("type")),
                        field.required("at").intValue(),
                        field.required("bit").intValue()));
            }
            return new StructType(
                    text(node, "struct"), fields, node.required("bytes").intValue());
        }
        if (node.has("array")) {
            List<ArrayType.Bound> bounds = new ArrayList<>();
            for (JsonNode bound : node.required("bounds")) {
                bounds.add(new ArrayType.Bound(
                        bound.required(0).intValue(), bound.required(1).intValue()));
            }
            return new ArrayType(type(node.required("array")), bounds);
        }
        return node.has("text")
                ? new StringType(
                        StringType.Encoding.valueOf(text(node, "text")),
                        node.required("length").intValue())
                : DataType.parse(node.stringValue());
    }
}
