package io.taktstrom.benchmarks.sinks;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.influx.LineProtocol;

/** The lines of the defaults of the sink of InfluxDB. */
public final class InfluxLines {

    private final LineProtocol protocol = new LineProtocol(
            literal("samples"), literal("value"), List.of("point", "connection", "status"), "benchmark", false);

    private static Template literal(String text) {
        return Template.parse(text, Set.of(), UnaryOperator.identity());
    }

    /** Encodes a batch; returns bytes. */
    public int encode(SampleBatch batch) {
        return lines(batch).remaining();
    }

    private ByteBuffer lines(SampleBatch batch) {
        protocol.begin();
        for (int i = 0; i < batch.size(); i++) {
            String refusal = protocol.refusal(batch, i);
            if (refusal != null) {
                throw new IllegalStateException(refusal);
            }
        }
        protocol.add(batch, 0, batch.size());
        return protocol.end();
    }

    /** The lines of a batch. */
    public byte[] linesOf(SampleBatch batch) {
        ByteBuffer lines = lines(batch);
        byte[] copy = new byte[lines.remaining()];
        lines.get(copy);
        return copy;
    }
}
