package io.taktstrom.sinks.amqp;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.MessageInlet;
import io.taktstrom.sinks.message.MessageSink;

/** An exchange of a broker. Each stream has a connection of its own. */
final class AmqpSink extends MessageSink {

    private final OptionValues options;
    private final LinkSettings settings;
    private final SinkContext context;

    AmqpSink(OptionValues options, LinkSettings settings, SinkContext context) {
        this.options = options;
        this.settings = settings;
        this.context = context;
    }

    @Override
    protected MessageInlet open(String stream) throws IOException {
        return new AmqpInlet(this, settings, new AmqpMessages(options, settings, stream), stream, context);
    }
}
