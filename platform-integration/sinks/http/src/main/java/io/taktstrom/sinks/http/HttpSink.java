package io.taktstrom.sinks.http;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.http.post.HttpLink;
import org.jspecify.annotations.Nullable;

/** A server that takes batches. */
public final class HttpSink implements Sink {

    private final HttpLink link;
    private final boolean compress;
    private final Function<String, BodyEncoder> encoders;
    /** Units are numbered from 1 each time a sink is opened: this tells one time from another. Null for no keys. */
    private final @Nullable String opened;

    private final AtomicInteger inlets = new AtomicInteger();

    /**
     * @param encoders makes an encoder for a stream of this name
     * @param keyed whether requests have an {@code Idempotency-Key}
     */
    public HttpSink(HttpLink link, boolean compress, Function<String, BodyEncoder> encoders, boolean keyed) {
        this.link = link;
        this.compress = compress;
        this.encoders = encoders;
        opened = keyed ? UUID.randomUUID().toString() : null;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return new HttpInlet(
                link,
                () -> new Body(encoders.apply(stream), compress),
                opened == null ? null : opened + "-" + inlets.incrementAndGet());
    }

    @Override
    public SinkHealth health() {
        return link.health();
    }

    @Override
    public void close() {
        link.close();
    }
}
