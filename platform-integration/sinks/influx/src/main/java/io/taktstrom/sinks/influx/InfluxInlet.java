package io.taktstrom.sinks.influx;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.Arrays;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.http.post.Gzip;
import io.taktstrom.sinks.http.post.HttpAnswer;
import io.taktstrom.sinks.http.post.HttpLink;
import io.taktstrom.sinks.http.post.Parts;

/** Gathers a flush unit as lines and posts it. Hot: 0 bytes per sample up to the lines. The thread of its pipeline. */
final class InfluxInlet implements SinkInlet {

    private final HttpLink link;
    private final LineProtocol protocol;
    private final boolean compress;
    private final Gzip gzip = new Gzip();
    private final TextBuffer lines = new TextBuffer();
    /** Where the line of each sample begins; one that is refused has an empty line. */
    private int[] begins = new int[1024];

    private int samples;

    InfluxInlet(HttpLink link, LineProtocol protocol, boolean compress) {
        this.link = link;
        this.protocol = protocol;
        this.compress = compress;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        boolean gathered = false;
        try {
            add(batch, unit);
            if (unit.isComplete()) {
                Parts.deliver(samples, unit::refuse, this::send);
            }
            gathered = !unit.isComplete();
        } finally {
            if (!gathered) {
                lines.clear();
                samples = 0;
            }
        }
    }

    void add(SampleBatch batch, FlushUnit unit) {
        if (samples + batch.size() > begins.length) {
            begins = Arrays.copyOf(begins, Math.max(2 * begins.length, samples + batch.size()));
        }
        for (int i = 0; i < batch.size(); i++) {
            begins[samples] = lines.size();
            String refusal = protocol.write(batch, i, lines);
            if (refusal != null) {
                unit.refuse(samples, refusal);
            }
            samples++;
        }
    }

    private HttpAnswer send(int from, int to) throws IOException {
        ByteBuffer all = lines.asByteBuffer();
        int length = (to == samples ? all.remaining() : begins[to]) - begins[from];
        int begin = all.arrayOffset() + begins[from];
        if (length == 0) {
            return new HttpAnswer(204, "");
        }
        HttpRequest.Builder request = link.request(link.address()).header("Content-Type", "text/plain; charset=utf-8");
        if (!compress) {
            return link.post(request, all.array(), begin, length);
        }
        byte[] bytes = gzip.compress(all.array(), begin, length);
        return link.post(request.header("Content-Encoding", "gzip"), bytes, 0, gzip.size());
    }
}
