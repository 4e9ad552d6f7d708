package io.taktstrom.sinks.kafka;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageSink;

/** Opens {@code type: kafka}. Each stream has a producer of its own. */
public final class KafkaProvider implements SinkProvider {

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("kafka", "Publishes samples to topics of Apache Kafka.", KafkaOptions.ALL);

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        ProducerSettings settings = ProducerSettings.of(options, context);
        // Wrong certificates and the like come to light here; brokers that are away do not.
        new ProducerSlot(settings, settings.clientId(), "").tryOut();
        boolean transactional = options.get(KafkaOptions.TRANSACTIONAL);
        return new MessageSink(stream -> {
            String id = settings.clientId() + "-" + stream;
            ProducerSlot slot = new ProducerSlot(settings, id, transactional ? id : "");
            KafkaMessages messages = new KafkaMessages(options, context.name(), stream);
            return transactional
                    ? new TransactionalInlet(slot, messages, new Delivery(), context)
                    : new KafkaInlet(slot, messages, new Delivery(), context);
        });
    }
}
