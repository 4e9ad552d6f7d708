package io.taktstrom.sinks.influx;

import java.util.List;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.http.post.HttpLink;

/** A database or a bucket. */
final class InfluxSink implements Sink {

    private final HttpLink link;
    private final OptionValues options;
    private final boolean compress;
    private final String name;

    InfluxSink(HttpLink link, OptionValues options, boolean compress, String name) {
        this.link = link;
        this.options = options;
        this.compress = compress;
        this.name = name;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        LineProtocol lines = new LineProtocol(
                named(options.get(InfluxProvider.MEASUREMENT), stream),
                named(options.get(InfluxProvider.FIELD), stream),
                options.get(InfluxProvider.TAGS),
                stream,
                options.get(InfluxProvider.VERSION).equals(InfluxProvider.V2));
        return new InfluxInlet(link, lines, compress);
    }

    private Template named(Template template, String stream) {
        return template.with(Template.Name.STREAM, stream).with(Template.Name.SINK, name);
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
