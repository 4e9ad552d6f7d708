package io.taktstrom.sinks.sql;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.message.UnitSink;

/** Opens {@code type: postgresql}. */
public final class PostgresProvider implements SinkProvider {

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "postgresql",
            "Writes samples into tables of PostgreSQL, or hypertables of TimescaleDB, by COPY.",
            PostgresOptions.OPTIONS.all());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        PostgresTarget target = PostgresTarget.of(options, context);
        return new UnitSink(stream -> new PostgresInlet(target, options, stream, context));
    }
}
