package io.taktstrom.sinks.http;

import java.nio.ByteBuffer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.format.PayloadEncoder;
import io.taktstrom.sinks.http.post.Parts;

/** Encodes samples as the body of a request. Reused; hot. One thread. */
public interface BodyEncoder {

    /** Begins a body, and forgets the one before. */
    void begin();

    /**
     * Adds samples of a batch.
     *
     * @param place of the batch's first sample in the unit
     * @param refusal gets samples that cannot be encoded
     */
    void add(SampleBatch batch, int from, int to, int place, Parts.Refusal refusal);

    /** The body; valid until the next begin. Its array is the encoder's own. */
    ByteBuffer end();

    static BodyEncoder of(PayloadEncoder encoder) {
        return new BodyEncoder() {
            @Override
            public void begin() {
                encoder.begin();
            }

            @Override
            public void add(SampleBatch batch, int from, int to, int place, Parts.Refusal refusal) {
                encoder.add(batch, from, to);
            }

            @Override
            public ByteBuffer end() {
                return encoder.end();
            }
        };
    }
}
