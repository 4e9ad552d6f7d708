package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;

/** An exchange of a broker. Each stream has a connection of its own. */
final class AmqpSink implements Sink {

    private final OptionValues options;
    private final LinkSettings settings;
    private final SinkContext context;
    private final Set<AmqpInlet> inlets = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile SinkHealth health = SinkHealth.WELL;

    AmqpSink(OptionValues options, LinkSettings settings, SinkContext context) {
        this.options = options;
        this.settings = settings;
        this.context = context;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) throws IOException {
        AmqpInlet inlet = new AmqpInlet(this, settings, new AmqpMessages(options, settings, stream), stream, context);
        inlets.add(inlet);
        if (closed) {
            inlet.end();
        }
        return inlet;
    }

    void ended(AmqpInlet inlet) {
        inlets.remove(inlet);
    }

    void found(SinkHealth now) {
        if (!now.equals(health)) {
            health = now;
        }
    }

    @Override
    public SinkHealth health() {
        return health;
    }

    @Override
    public void close() {
        closed = true;
        inlets.forEach(AmqpInlet::end);
    }
}
