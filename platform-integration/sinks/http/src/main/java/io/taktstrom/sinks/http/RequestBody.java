package io.taktstrom.sinks.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.format.PayloadEncoder;
import org.jspecify.annotations.Nullable;

/** The body of a request, kept until that is answered. Reused; hot up to the payload. One thread. */
final class RequestBody {

    private final PayloadEncoder encoder;
    private final boolean compress;
    private ByteBuffer payload = ByteBuffer.allocate(0);

    RequestBody(PayloadEncoder encoder, boolean compress) {
        this.encoder = encoder;
        this.compress = compress;
    }

    /**
     * Encodes some of the samples.
     *
     * @param from the first one's place among all of the batches
     * @param to behind the last one
     * @param refusals gets samples that cannot be encoded, by their place
     */
    void encode(List<SampleBatch> batches, int from, int to, Map<Integer, String> refusals) {
        encoder.begin();
        int place = 0;
        for (int b = 0; place < to; b++) {
            SampleBatch batch = batches.get(b);
            int begin = Math.max(0, from - place);
            int end = Math.min(batch.size(), to - place);
            for (int i = begin; i < end; i++) {
                String refusal = encoder.refusal(batch, i);
                if (refusal != null) {
                    refusals.put(place + i, refusal);
                    encoder.add(batch, begin, i);
                    begin = i + 1;
                }
            }
            if (begin < end) {
                encoder.add(batch, begin, end);
            }
            place += batch.size();
        }
        boolean isEmpty = encoder.samples() == 0;
        ByteBuffer plain = encoder.end();
        payload = isEmpty ? plain.limit(0) : compress ? compressed(plain) : plain;
    }

    private static ByteBuffer compressed(ByteBuffer plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.remaining() / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes, 1 << 13)) {
            gzip.write(plain.array(), plain.arrayOffset() + plain.position(), plain.remaining());
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return ByteBuffer.wrap(bytes.toByteArray());
    }

    /** Whether all samples were refused. */
    boolean isEmpty() {
        return !payload.hasRemaining();
    }

    /**
     * Sends it.
     *
     * @param key tells the receiver whether it has these samples; null for none
     */
    HttpTarget.Post post(HttpTarget target, @Nullable String key) throws IOException {
        return target.post(key, compress, payload);
    }
}
