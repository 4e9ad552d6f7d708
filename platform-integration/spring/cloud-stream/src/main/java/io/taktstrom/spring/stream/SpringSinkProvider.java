package io.taktstrom.spring.stream;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.message.UnitSink;
import org.jspecify.annotations.Nullable;

/** Opens {@code type: spring}: streams that leave by suppliers of Spring Cloud Stream. */
public final class SpringSinkProvider implements SinkProvider {

    static final String TYPE = "spring";

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            TYPE,
            "Hands samples to Spring Cloud Stream, by a supplier for each stream.",
            SpringSinkOptions.OPTIONS.all());

    private final @Nullable StreamOutlets outlets;

    /** Describes the type; opens no sink. */
    public SpringSinkProvider() {
        outlets = null;
    }

    SpringSinkProvider(StreamOutlets outlets) {
        this.outlets = outlets;
    }

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        StreamOutlets open = outlets;
        if (open == null) {
            throw new IOException("not a Spring application; run it with the Spring Boot starter, or use a sink"
                    + " for the broker itself, such as kafka or amqp");
        }
        return new UnitSink(stream -> new StreamInlet(open.of(stream, context.name()), options, stream, context));
    }
}
