package io.taktstrom.sinks.influx;

import java.nio.ByteBuffer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.http.BodyEncoder;
import io.taktstrom.sinks.http.post.Parts;

/** Samples as lines in the body of a request. */
record LineEncoder(LineProtocol protocol, TextBuffer lines) implements BodyEncoder {

    @Override
    public void begin() {
        lines.clear();
    }

    @Override
    public void add(SampleBatch batch, int from, int to, int place, Parts.Refusal refusal) {
        for (int i = from; i < to; i++) {
            String reason = protocol.write(batch, i, lines);
            if (reason != null) {
                refusal.refuse(place + i, reason);
            }
        }
    }

    @Override
    public ByteBuffer end() {
        return lines.asByteBuffer();
    }
}
