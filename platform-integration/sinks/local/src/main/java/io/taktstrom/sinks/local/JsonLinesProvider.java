package io.taktstrom.sinks.local;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.file.FileOptions;
import io.taktstrom.sinks.file.LineFileSink;
import io.taktstrom.sinks.format.JsonFormat;
import io.taktstrom.sinks.format.PayloadOptions;

/** Opens {@code type: jsonl}. */
public final class JsonLinesProvider implements SinkProvider {

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("jsonl", "Appends each sample as a line of JSON.", FileOptions.ALL);

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        return LineFileSink.open(options, stream -> new JsonFormat(PayloadOptions.selection(options, stream)), context);
    }

    @Override
    public void check(OptionValues options, SinkContext context) throws IOException {
        LineFileSink.check(options.get(FileOptions.PATH), context);
    }
}
