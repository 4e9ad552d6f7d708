package io.taktstrom.sinks.format;

import java.nio.ByteBuffer;

import io.taktstrom.data.SampleBatch;

/**
 * Makes the payload of a message of one or more samples. Reused for ever, and hot: 0 bytes per sample, but for times,
 * arrays and structures as values. One thread.
 *
 * <pre>{@code
 * encoder.begin();
 * encoder.add(batch, i);                  // once, or as often as the format holds many
 * ByteBuffer payload = encoder.end();     // valid until the next begin
 * }</pre>
 */
public abstract class PayloadEncoder {

    private final TextBuffer out = new TextBuffer();
    private int samples;

    PayloadEncoder() {}

    /** Begins a payload, and forgets the one before. */
    public final void begin() {
        out.clear();
        samples = 0;
        begin(out);
    }

    /** Adds a sample. */
    public final void add(SampleBatch batch, int i) {
        add(batch, i, samples == 0, out);
        samples++;
    }

    /** Samples so far. */
    public final int samples() {
        return samples;
    }

    /** About how many bytes the payload has so far, to end it before it is too large. */
    public int bytes() {
        return out.size();
    }

    /** The payload, with position 0; its array is the encoder's own. */
    public final ByteBuffer end() {
        end(out);
        return out.asByteBuffer();
    }

    /** The same, added to others. */
    public final void endInto(TextBuffer payloads) {
        end(out);
        payloads.bytes(out);
    }

    /** A payload of one sample, added to others; it is made where it is to be. */
    public final void oneInto(SampleBatch batch, int i, TextBuffer payloads) {
        begin(payloads);
        add(batch, i, true, payloads);
        end(payloads);
    }

    abstract void begin(TextBuffer payload);

    abstract void add(SampleBatch batch, int i, boolean first, TextBuffer payload);

    abstract void end(TextBuffer payload);
}
