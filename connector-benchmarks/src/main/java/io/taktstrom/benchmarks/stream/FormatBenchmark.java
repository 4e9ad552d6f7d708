package io.taktstrom.benchmarks.stream;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.taktstrom.benchmarks.sinks.InfluxLines;
import io.taktstrom.benchmarks.sinks.PostgresRows;
import io.taktstrom.benchmarks.sinks.SparkplugMetrics;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sinks.format.CsvFormat;
import io.taktstrom.sinks.format.FieldSelection;
import io.taktstrom.sinks.format.Formulas;
import io.taktstrom.sinks.format.JsonFormat;
import io.taktstrom.sinks.format.PayloadEncoder;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.SampleFormat;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.message.MessageUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A batch of 100 samples as payloads, lines or rows; per sample. Values have three decimals, or with {@code -full} 16 or 17 digits. The limit is a copy of the bytes that {@code jsonl} makes. Formats
 * of one sample make 100 payloads.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FormatBenchmark {

    private static final int SAMPLES = 100;
    /** A power of two. */
    private static final int BATCHES = 64;

    @Param({
        "copy",
        "value",
        "value-full",
        "json",
        "json-full",
        "jsonl",
        "json-array",
        "columns",
        "csv",
        "csv-full",
        "avro",
        "avro-array",
        "protobuf",
        "protobuf-array",
        "sparkplug",
        "influxdb",
        "postgresql",
        "jsonl-file",
        "csv-file",
        "json-messages",
        "topic-template"
    })
    private String format = "json";

    private static final String FULL = "-full";

    private SampleBatch[] batches = {};
    private Encoding chosen = batch -> 0;
    private int next;

    /** Encodes a batch; returns something that depends on it. */
    @FunctionalInterface
    private interface Encoding {
        int encode(SampleBatch batch);
    }

    @Setup
    public void choose() {
        boolean full = format.endsWith(FULL);
        batches = PlantSource.batches(BATCHES, SAMPLES, full);
        String name = full ? format.substring(0, format.length() - FULL.length()) : format;
        chosen = switch (name) {
            case "copy" -> copy(batches[0]);
            case "sparkplug" -> new SparkplugMetrics()::encode;
            case "influxdb" -> new InfluxLines()::encode;
            case "postgresql" -> new PostgresRows()::encode;
            case "jsonl-file" -> lines(new JsonFormat());
            case "csv-file" -> lines(new CsvFormat(FieldSelection.STANDARD, Formulas.KEEP));
            case "json-messages" -> messages();
            case "topic-template" -> topics();
            default -> payloads(PayloadFormat.of(name));
        };
    }

    private static Encoding payloads(PayloadFormat format) {
        PayloadEncoder encoder = format.encoder(FieldSelection.STANDARD);
        return format.holdsMany() ? batch -> many(encoder, batch) : batch -> single(encoder, batch);
    }

    private static int many(PayloadEncoder encoder, SampleBatch batch) {
        encoder.begin();
        encoder.add(batch, 0, SAMPLES);
        return encoder.end().remaining();
    }

    private static int single(PayloadEncoder encoder, SampleBatch batch) {
        int bytes = 0;
        for (int i = 0; i < SAMPLES; i++) {
            encoder.begin();
            encoder.add(batch, i);
            bytes += encoder.end().remaining();
        }
        return bytes;
    }

    private static Encoding copy(SampleBatch batch) {
        TextBuffer lines = new TextBuffer();
        JsonFormat json = new JsonFormat();
        for (int i = 0; i < SAMPLES; i++) {
            json.write(batch, i, lines);
        }
        byte[] from = lines.toBytes();
        byte[] to = Arrays.copyOf(from, from.length);
        return any -> {
            System.arraycopy(from, 0, to, 0, from.length);
            return to[any.size()];
        };
    }

    private static Encoding lines(SampleFormat format) {
        TextBuffer lines = new TextBuffer();
        return batch -> {
            lines.clear();
            for (int i = 0; i < SAMPLES; i++) {
                format.write(batch, i, lines);
            }
            return lines.size();
        };
    }

    /** The payload and all that a sink of messages keeps beside it until the unit is delivered. */
    private static Encoding messages() {
        MessageUnit<String> unit =
                new MessageUnit<>(PayloadFormat.JSON, FieldSelection.STANDARD, DataPoint::name, 1 << 20);
        return batch -> {
            unit.clear();
            unit.add(batch);
            unit.complete();
            return unit.bytes();
        };
    }

    /** What a sink does for the first sample of a point; from the second on it looks the topic up. */
    private static Encoding topics() {
        Template template = Template.parse(
                "plant/{connection}/{point.2../}", Set.copyOf(Template.Name.OF_A_POINT), UnaryOperator.identity());
        return batch -> {
            int length = 0;
            for (int i = 0; i < SAMPLES; i++) {
                length += template.of(batch.group().points().get(batch.pointAt(i)))
                        .length();
            }
            return length;
        };
    }

    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public int encode() {
        return chosen.encode(batches[next++ & BATCHES - 1]);
    }
}
