package io.taktstrom.sinks.local;

import java.io.IOException;
import java.util.List;

import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.format.JsonFormat;

/** Opens {@code type: jsonl}. */
public final class JsonLinesProvider implements SinkProvider {

    private static final String NEVER = "never";

    private static final Option<String> ROTATE = Option.text(
            "rotate",
            new OptionType.Text(NEVER + "|" + ByteSize.PATTERN_BODY, "'never' or a size such as 100MiB"),
            NEVER,
            "Size at which the file is closed, renamed and begun anew.");

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "jsonl", "Appends each sample as a line of JSON.", List.of(FileOptions.PATH, ROTATE, FileOptions.SYNC));

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        String rotate = options.get(ROTATE);
        return new LineFileSink(
                context.paths().apply(options.get(FileOptions.PATH)),
                JsonFormat::new,
                rotate.equals(NEVER) ? Long.MAX_VALUE : ByteSize.parse(rotate),
                options.get(FileOptions.SYNC),
                context);
    }

    @Override
    public void check(OptionValues options, SinkContext context) throws IOException {
        LineFile.check(context.paths().apply(options.get(FileOptions.PATH)));
    }
}
