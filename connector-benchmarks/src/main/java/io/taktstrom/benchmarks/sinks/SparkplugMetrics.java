package io.taktstrom.benchmarks.sinks;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.mqtt.sparkplug.SparkplugWriter;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/** The metrics of a DDATA. */
public final class SparkplugMetrics {

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
