package io.taktstrom.sinks.kafka;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.message.UnitSink;

/** Opens {@code type: kafka}. Each stream has a producer of its own. */
public final class KafkaProvider implements SinkProvider {

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("kafka", "Publishes samples to topics of Apache Kafka.", KafkaOptions.OPTIONS.all());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        ProducerSettings settings = ProducerSettings.of(options, context);
        // Wrong certificates and the like come to light here; brokers that are away do not.
        new StreamProducer(settings, settings.clientId(), "").tryOut();
        boolean transactional = options.get(KafkaOptions.TRANSACTIONAL);
        return new UnitSink(stream -> {
            String id = settings.clientId() + "-" + stream;
            StreamProducer producer = new StreamProducer(settings, id, transactional ? id : "");
            return transactional
                    ? new TransactionalInlet(producer, options, stream, context)
                    : new KafkaInlet(producer, options, stream, context);
        });
    }
}
