package io.taktstrom.sinks.kafka;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;

/** Opens {@code type: kafka}. */
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
        return new KafkaSink(options, settings, context);
    }
}
