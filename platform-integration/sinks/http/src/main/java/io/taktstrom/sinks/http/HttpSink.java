package io.taktstrom.sinks.http;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.http.post.HttpLink;

/** A server that takes batches. */
final class HttpSink implements Sink {

    private final HttpLink link;
    private final PayloadFormat format;
    private final OptionValues options;
    /** Units are numbered anew each time a sink is opened: this tells one time from another. */
    private final String opened = UUID.randomUUID().toString();

    private final AtomicInteger inlets = new AtomicInteger();

    HttpSink(HttpLink link, PayloadFormat format, OptionValues options) {
        this.link = link;
        this.format = format;
        this.options = options;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return new HttpInlet(
                link,
                () -> new Body(
                        format.encoder(PayloadOptions.selection(options, stream)), options.get(HttpProvider.GZIP)),
                opened + "-" + inlets.incrementAndGet());
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
