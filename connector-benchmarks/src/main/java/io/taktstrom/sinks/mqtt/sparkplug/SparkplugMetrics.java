package io.taktstrom.sinks.mqtt.sparkplug;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.format.TextBuffer;

/** The metrics of a DDATA, for benchmarks. Stands in the sink's own package, where alone its writer is known. */
public final class SparkplugMetrics {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final SparkplugWriter writer = new SparkplugWriter();
    private final TextBuffer payload = new TextBuffer();

    /** Encodes a batch of LREALs as one payload; returns bytes. */
    public int encode(SampleBatch batch) {
        payload.clear();
        SparkplugWriter.timestamp(batch.receivedAt() / NANOS_PER_MILLI, payload);
        for (int i = 0; i < batch.size(); i++) {
            writer.data(batch.pointAt(i), batch.sourceTimeAt(i) / NANOS_PER_MILLI, false)
                    .realOf64Bits(batch.longAt(i))
                    .addTo(payload);
        }
        return payload.size();
    }
}
