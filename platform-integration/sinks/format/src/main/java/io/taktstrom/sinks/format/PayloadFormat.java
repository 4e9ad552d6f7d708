package io.taktstrom.sinks.format;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * How samples are written into messages. {@code docs/reference/formats.md} has an example and a schema of each.
 *
 * <pre>
 *   value      21.5                                                       one sample
 *   json       {"point":"a","value":1,...}                                one sample
 *   jsonl      {"point":"a","value":1,...} \n {"point":"b",...} \n        many
 *   json-array [{"point":"a","value":1,...},{"point":"b",...}]            many
 *   columns    {"point":["a","b"],"value":[1,2],...}                      many
 *   csv        point,value,... \n a,1,... \n b,2,... \n                   many
 *   avro       a Sample of sample.avsc            avro-array      an array of them
 *   protobuf   a Sample of sample.proto           protobuf-array  a Samples
 * </pre>
 */
public enum PayloadFormat {
    VALUE("value", "text/plain; charset=utf-8", false),
    JSON("json", "application/json", false),
    JSON_LINES("jsonl", "application/x-ndjson", true),
    JSON_ARRAY("json-array", "application/json", true),
    COLUMNS("columns", "application/json", true),
    CSV("csv", "text/csv; charset=utf-8", true),
    AVRO("avro", "application/avro", false),
    AVRO_ARRAY("avro-array", "application/avro", true),
    PROTOBUF("protobuf", "application/x-protobuf", false),
    PROTOBUF_ARRAY("protobuf-array", "application/x-protobuf", true);

    private final String word;
    private final String contentType;
    private final boolean holdsMany;

    PayloadFormat(String word, String contentType, boolean holdsMany) {
        this.word = word;
        this.contentType = contentType;
        this.holdsMany = holdsMany;
    }

    /** Its name in a deployment. */
    public String word() {
        return word;
    }

    /** The media type of its payloads. */
    public String contentType() {
        return contentType;
    }

    /** Whether a payload may have more than one sample. */
    public boolean holdsMany() {
        return holdsMany;
    }

    /** The names of those that a sink takes. */
    public static List<String> words(Predicate<PayloadFormat> taken) {
        return Stream.of(values()).filter(taken).map(PayloadFormat::word).toList();
    }

    /** By its name. */
    public static PayloadFormat of(String word) {
        return Words.find("format", word, values(), PayloadFormat::word);
    }

    /** A new encoder, for one thread. {@link #VALUE} has the value whatever was selected. */
    public PayloadEncoder encoder(FieldSelection selection) {
        return switch (this) {
            case VALUE -> new ValueEncoder();
            case JSON -> new RowEncoder(new JsonRow(selection), "", "", "");
            case JSON_LINES -> new RowEncoder(new JsonRow(selection), "", "\n", "\n");
            case JSON_ARRAY -> new RowEncoder(new JsonRow(selection), "[", ",", "]");
            case COLUMNS -> new ColumnsEncoder(selection);
            case CSV -> {
                CsvFormat csv = new CsvFormat(selection, Formulas.KEEP);
                yield new RowEncoder(new CsvRow(selection, Formulas.KEEP, false), csv.begin(), "", "");
            }
            case AVRO -> BinaryEncoder.avro(selection, false);
            case AVRO_ARRAY -> BinaryEncoder.avro(selection, true);
            case PROTOBUF -> BinaryEncoder.protobuf(selection, false);
            case PROTOBUF_ARRAY -> BinaryEncoder.protobuf(selection, true);
        };
    }
}
