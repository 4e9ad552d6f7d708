package io.taktstrom.runtime.tap;

import java.nio.ByteBuffer;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;

/** What a {@link ScanTap} says of one point, to be reused. One thread. */
public final class TapReading {

    private final SampleBatch batch = new SampleBatch(1, ScanTap.MAX_IMAGE_BYTES);
    private long samples;
    private boolean whole;

    /** The sample, as the only one of its batch. */
    public SampleBatch batch() {
        return batch;
    }

    /** How many samples of the point have come. */
    public long samples() {
        return samples;
    }

    /** Whether all of its bytes are here; of a string the first are, of an array or a structure nothing that can be read. */
    public boolean isWhole() {
        return whole;
    }

    void setSamples(long count) {
        samples = count;
    }

    void take(PointGroup group, int point, long bits, int status, long sourceTime, long receivedAt, byte[] image) {
        batch.reset(group, receivedAt, 0);
        whole = true;
        if (group.typeAt(point).isInline()) {
            batch.add(point, sourceTime, status, bits);
        } else {
            int length = (int) bits;
            int here = Math.max(0, Math.min(length, image.length));
            whole = here == length;
            batch.addBytes(point, sourceTime, status, ByteBuffer.wrap(image), 0, here);
        }
    }
}
