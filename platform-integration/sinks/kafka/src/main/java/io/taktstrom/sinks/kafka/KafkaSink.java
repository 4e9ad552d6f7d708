package io.taktstrom.sinks.kafka;

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

/** A Kafka cluster. Each stream has a producer of its own. */
final class KafkaSink implements Sink {

    private final OptionValues options;
    private final ProducerSettings settings;
    private final SinkContext context;
    private final Set<KafkaInlet> inlets = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile SinkHealth health = SinkHealth.WELL;

    KafkaSink(OptionValues options, ProducerSettings settings, SinkContext context) {
        this.options = options;
        this.settings = settings;
        this.context = context;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) throws IOException {
        String id = settings.clientId() + "-" + stream;
        boolean transactional = options.get(KafkaOptions.TRANSACTIONAL);
        ProducerSlot slot = new ProducerSlot(settings, id, transactional ? id : "");
        KafkaInlet inlet = new KafkaInlet(this, slot, new KafkaMessages(options, context.name(), stream), context);
        inlets.add(inlet);
        if (closed) {
            inlet.end();
        }
        return inlet;
    }

    boolean isTransactional() {
        return options.get(KafkaOptions.TRANSACTIONAL);
    }

    void ended(KafkaInlet inlet) {
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
        inlets.forEach(KafkaInlet::end);
    }
}
