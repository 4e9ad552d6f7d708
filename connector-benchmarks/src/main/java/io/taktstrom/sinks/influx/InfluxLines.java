package io.taktstrom.sinks.influx;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.format.TextBuffer;

/** The lines of the sink's defaults, for benchmarks. Stands in the sink's own package, where alone its protocol is known. */
public final class InfluxLines {

    private final LineProtocol protocol = new LineProtocol(
            literal("samples"), literal("value"), List.of("point", "connection", "status"), "benchmark", false);
    private final TextBuffer lines = new TextBuffer();

    private static Template literal(String text) {
        return Template.parse(text, Set.of(), UnaryOperator.identity());
    }

    /** Encodes a batch; returns bytes. */
    public int encode(SampleBatch batch) {
        lines.clear();
        append(batch);
        return lines.size();
    }

    /** Adds the lines of a batch. */
    private void append(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            String refusal = protocol.write(batch, i, lines);
            if (refusal != null) {
                throw new IllegalStateException(refusal);
            }
        }
    }

    /** The lines of a batch. */
    public byte[] linesOf(SampleBatch batch) {
        encode(batch);
        return lines.toBytes();
    }
}
