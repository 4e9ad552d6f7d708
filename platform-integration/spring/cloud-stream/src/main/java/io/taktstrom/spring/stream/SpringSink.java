package io.taktstrom.spring.stream;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.MessageInlet;
import io.taktstrom.sinks.message.MessageSink;

/** The streams that leave through Spring Cloud Stream under one name. */
final class SpringSink extends MessageSink {

    private final OptionValues options;
    private final SinkContext context;
    private final StreamOutlets outlets;

    SpringSink(OptionValues options, SinkContext context, StreamOutlets outlets) {
        this.options = options;
        this.context = context;
        this.outlets = outlets;
    }

    @Override
    protected MessageInlet open(String stream) {
        StreamOutlet outlet = outlets.of(stream, context.name());
        StreamMessages messages = StreamMessages.of(options, stream, context.name());
        return new StreamInlet(this, outlet, messages, options, context);
    }
}
