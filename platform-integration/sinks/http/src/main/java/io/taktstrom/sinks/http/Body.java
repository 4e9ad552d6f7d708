package io.taktstrom.sinks.http;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.http.post.Gzip;
import io.taktstrom.sinks.http.post.HttpLink;
import io.taktstrom.sinks.http.post.Parts;
import org.jspecify.annotations.Nullable;

/** Makes the body of a request, and keeps it until that is answered. Reused. One thread. */
final class Body {

    private final BodyEncoder encoder;
    private final boolean compress;
    private final Gzip gzip = new Gzip();
    private byte[] bytes = {};
    private int begin;
    private int length;

    Body(BodyEncoder encoder, boolean compress) {
        this.encoder = encoder;
        this.compress = compress;
    }

    /**
     * Makes the body of some of the samples; the one before is no more.
     *
     * @param from the first one's place among all of the batches
     * @param to behind the last one
     * @param refusal gets samples that cannot be encoded
     */
    void make(List<SampleBatch> batches, int from, int to, Parts.Refusal refusal) {
        ByteBuffer payload = encoded(batches, from, to, refusal);
        bytes = payload.array();
        begin = payload.arrayOffset() + payload.position();
        length = payload.remaining();
        if (compress && length > 0) {
            bytes = gzip.compress(bytes, begin, length);
            begin = 0;
            length = gzip.size();
        }
    }

    /** Whether all samples were refused. */
    boolean isEmpty() {
        return length == 0;
    }

    /**
     * Sends it.
     *
     * @param key tells the receiver whether it has these samples; null for none
     */
    HttpLink.Post post(HttpLink link, @Nullable String key) throws IOException {
        HttpRequest.Builder request = link.request(link.address());
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        if (compress) {
            request.header("Content-Encoding", "gzip");
        }
        return link.begin(request, bytes, begin, length);
    }

    private ByteBuffer encoded(List<SampleBatch> batches, int from, int to, Parts.Refusal refusal) {
        encoder.begin();
        int place = 0;
        for (int b = 0; place < to; b++) {
            SampleBatch batch = batches.get(b);
            int first = Math.max(0, from - place);
            int end = Math.min(batch.size(), to - place);
            if (first < end) {
                encoder.add(batch, first, end, place, refusal);
            }
            place += batch.size();
        }
        return encoder.end();
    }
}
