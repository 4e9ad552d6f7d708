package io.taktstrom.sinks.amqp;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.message.UnitSink;

/** Opens {@code type: amqp}. Each stream has a connection of its own. */
public final class AmqpProvider implements SinkProvider {

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "amqp",
            "Publishes samples to an exchange of an AMQP 0-9-1 broker such as RabbitMQ.",
            AmqpOptions.OPTIONS.all());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        AmqpSettings settings = AmqpSettings.of(options, context);
        return new UnitSink(stream -> new AmqpInlet(settings, stream));
    }
}
