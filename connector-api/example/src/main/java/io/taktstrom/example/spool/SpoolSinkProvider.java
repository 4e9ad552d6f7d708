package io.taktstrom.example.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;

/** {@code type: spool}. */
public final class SpoolSinkProvider implements SinkProvider {

    private static final Option<String> FOLDER =
            Option.text("folder", new OptionType.Text(".+", "the path of a folder"), null, "Where the files go.");

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("spool", "Example of a sink: writes a file for each flush unit.", List.of(FOLDER));

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        Path folder = context.paths().apply(options.get(FOLDER));
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IOException("cannot write into " + folder + ": it is a file; name a folder");
        }
        Files.createDirectories(folder);
        return new SpoolSink(folder, context.clock().epochNanos());
    }
}
