package io.taktstrom.sinks.kafka;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.MessageInlet;
import io.taktstrom.sinks.message.MessageSink;

/** A Kafka cluster. Each stream has a producer of its own. */
final class KafkaSink extends MessageSink {

    private final OptionValues options;
    private final ProducerSettings settings;
    private final SinkContext context;

    KafkaSink(OptionValues options, ProducerSettings settings, SinkContext context) {
        this.options = options;
        this.settings = settings;
        this.context = context;
    }

    @Override
    protected MessageInlet open(String stream) throws IOException {
        String id = settings.clientId() + "-" + stream;
        boolean transactional = options.get(KafkaOptions.TRANSACTIONAL);
        ProducerSlot slot = new ProducerSlot(settings, id, transactional ? id : "");
        return new KafkaInlet(this, slot, new KafkaMessages(options, context.name(), stream), context, transactional);
    }
}
