package io.taktstrom.sinks.amqp;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;

/** Opens {@code type: amqp}. */
public final class AmqpProvider implements SinkProvider {

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "amqp", "Publishes samples to an exchange of an AMQP 0-9-1 broker such as RabbitMQ.", AmqpOptions.ALL);

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        return new AmqpSink(options, LinkSettings.of(options, context), context);
    }
}
