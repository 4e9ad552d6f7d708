package io.taktstrom.runtime.sink;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.taktstrom.runtime.format.SampleFormat;
import io.taktstrom.runtime.format.TextBuffer;
import io.taktstrom.stream.PipelineSink;

/** A file of lines in some format. */
final class LineFileSink implements OpenSink {

    private final LineFile file;
    private final Supplier<SampleFormat> formats;

    LineFileSink(Path path, Supplier<SampleFormat> formats, long rotateBytes, Duration sync, Consumer<String> notices)
            throws IOException {
        TextBuffer header = new TextBuffer();
        SampleFormat format = formats.get();
        format.writeHeader(header);
        file = new LineFile(path, new LineShape(header.toString(), format.begin()), rotateBytes, sync, notices);
        this.formats = formats;
    }

    @Override
    public PipelineSink inlet() {
        return new LineFileInlet(file, formats.get());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
