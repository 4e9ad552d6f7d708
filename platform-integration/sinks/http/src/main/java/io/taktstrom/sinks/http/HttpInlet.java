package io.taktstrom.sinks.http;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.PayloadEncoder;
import io.taktstrom.sinks.http.post.Gzip;
import io.taktstrom.sinks.http.post.HttpAnswer;
import io.taktstrom.sinks.http.post.HttpLink;
import io.taktstrom.sinks.http.post.Parts;

/**
 * Keeps the batches of a flush unit and posts them. Each request says which samples it has ({@code Idempotency-Key}), and says
 * the same when they come again. Hot: 0 bytes per sample up to the payload, as the encoder has it. The thread of its pipeline.
 */
final class HttpInlet implements SinkInlet {

    private final HttpLink link;
    private final PayloadEncoder encoder;
    private final boolean compress;
    private final String key;
    private final Gzip gzip = new Gzip();
    /** Copies, reused; so many of them are the unit's. */
    private final List<SampleBatch> batches = new ArrayList<>();

    private int kept;
    private int samples;

    /** @param key of this inlet, and of no other ever */
    HttpInlet(HttpLink link, PayloadEncoder encoder, boolean compress, String key) {
        this.link = link;
        this.encoder = encoder;
        this.compress = compress;
        this.key = key;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        boolean gathered = false;
        try {
            keep(batch);
            if (unit.isComplete()) {
                Parts.deliver(samples, unit, (from, to) -> send(unit.number(), from, to));
            }
            gathered = !unit.isComplete();
        } finally {
            if (!gathered) {
                kept = 0;
                samples = 0;
            }
        }
    }

    private void keep(SampleBatch batch) {
        if (kept == batches.size()) {
            batches.add(roomFor(batch, 0, 0));
        }
        SampleBatch copy = batches.get(kept);
        if (batch.size() > copy.capacity() || batch.arenaUsed() > copy.arenaCapacity()) {
            copy = roomFor(batch, copy.capacity(), copy.arenaCapacity());
            batches.set(kept, copy);
        }
        copy.copyFrom(batch);
        kept++;
        samples += batch.size();
    }

    private static SampleBatch roomFor(SampleBatch batch, int capacity, int arena) {
        return new SampleBatch(Math.max(Math.max(1, batch.size()), capacity), Math.max(batch.arenaUsed(), arena));
    }

    private HttpAnswer send(long unit, int from, int to) throws IOException {
        ByteBuffer payload = payload(from, to);
        String part = from == 0 && to == samples ? "" : "." + from + "-" + to;
        HttpRequest.Builder request = link.request(link.address()).header("Idempotency-Key", key + "-" + unit + part);
        if (!compress) {
            return link.post(request, payload.array(), payload.arrayOffset() + payload.position(), payload.remaining());
        }
        byte[] bytes = gzip.compress(payload.array(), payload.arrayOffset() + payload.position(), payload.remaining());
        return link.post(request.header("Content-Encoding", "gzip"), bytes, 0, gzip.size());
    }

    private ByteBuffer payload(int from, int to) {
        encoder.begin();
        int place = 0;
        for (int b = 0; b < kept && place < to; b++) {
            SampleBatch batch = batches.get(b);
            for (int i = Math.max(0, from - place); i < batch.size() && place + i < to; i++) {
                encoder.add(batch, i);
            }
            place += batch.size();
        }
        return encoder.end();
    }
}
