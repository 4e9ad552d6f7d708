package io.taktstrom.sinks.amqp;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageSink;

/** Opens {@code type: amqp}. Each stream has a connection of its own. */
public final class AmqpProvider implements SinkProvider {

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "amqp", "Publishes samples to an exchange of an AMQP 0-9-1 broker such as RabbitMQ.", AmqpOptions.ALL);

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        LinkSettings settings = LinkSettings.of(options, context);
        return new MessageSink(stream ->
                new AmqpInlet(settings, new AmqpMessages(options, settings, stream), stream, new Delivery(), context));
    }
}
