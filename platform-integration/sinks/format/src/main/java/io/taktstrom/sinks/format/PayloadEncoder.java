package io.taktstrom.sinks.format;

import java.nio.ByteBuffer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataType;
import org.jspecify.annotations.Nullable;

/**
 * Makes the payload of a message of one or more samples. Reused for ever, and hot: 0 bytes per sample, but for times,
 * arrays and structures as values. One thread.
 *
 * <pre>{@code
 * encoder.begin();
 * encoder.add(batch, i);                  // once, or as often as the format holds many; or some at a time
 * ByteBuffer payload = encoder.end();     // valid until the next begin
 * }</pre>
 */
public abstract class PayloadEncoder {

    /** Escapes and field names can make text of a sample's bytes so much longer. */
    private static final int GROWTH = 6;

    /** What a sample takes beside its value, more or less. */
    private static final int BESIDE_VALUE = 512;

    private final TextBuffer out = new TextBuffer();
    private int samples;

    protected PayloadEncoder() {}

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

    /** Adds some samples, from the first up to the one before the last. */
    public final void add(SampleBatch batch, int from, int to) {
        add(batch, from, to, samples == 0, out);
        samples += to - from;
    }

    /**
     * Adds samples as long as the payload surely stays within a size; the first one in any case.
     *
     * @return behind the last that was added
     */
    public final int addWithin(long maxBytes, SampleBatch batch, int from, int to) {
        long bytes = (long) bytes() + most(batch, from);
        int end = from + 1;
        for (; end < to; end++) {
            bytes += most(batch, end);
            if (bytes > maxBytes) {
                break;
            }
        }
        add(batch, from, end);
        return end;
    }

    /** What a sample adds to a payload at most, more or less; bytes. */
    public static int most(SampleBatch batch, int i) {
        DataType type = batch.group().typeAt(batch.pointAt(i));
        return BESIDE_VALUE + (type.isInline() ? 0 : GROWTH * batch.lengthAt(i));
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

    /** Why a sample can never be encoded; null when it can, as in most formats. */
    public @Nullable String refusal(SampleBatch batch, int i) {
        return null;
    }

    /** Writes what stands before the first sample. */
    protected void begin(TextBuffer payload) {
        // Most formats have nothing there.
    }

    /** Writes a sample. */
    protected abstract void add(SampleBatch batch, int i, boolean first, TextBuffer payload);

    /** Writes some samples. */
    protected void add(SampleBatch batch, int from, int to, boolean first, TextBuffer payload) {
        for (int i = from; i < to; i++) {
            add(batch, i, first && i == from, payload);
        }
    }

    /** Writes what stands behind the last sample. */
    protected void end(TextBuffer payload) {
        // Most formats have nothing there.
    }
}
