package io.taktstrom.spring.stream;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;

/** The streams that leave through Spring Cloud Stream under one name. */
final class SpringSink implements Sink {

    private final OptionValues options;
    private final SinkContext context;
    private final StreamOutlets outlets;
    /** By stream: one that is well must not hide another that is not. */
    private final Map<String, SinkHealth> health = new ConcurrentHashMap<>();

    private volatile boolean closed;

    SpringSink(OptionValues options, SinkContext context, StreamOutlets outlets) {
        this.options = options;
        this.context = context;
        this.outlets = outlets;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        StreamOutlet outlet = outlets.of(stream, context.name());
        StreamMessages messages = StreamMessages.of(options, stream, context.name());
        return new StreamInlet(outlet, messages, options, context, () -> closed, now -> {
            if (!now.equals(health.get(stream))) {
                health.put(stream, now);
            }
        });
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public SinkHealth health() {
        return health.values().stream().filter(each -> !each.well()).findFirst().orElse(SinkHealth.WELL);
    }
}
