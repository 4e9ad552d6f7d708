package io.taktstrom.sinks.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.SampleFormat;
import io.taktstrom.sinks.format.TextBuffer;

/** A file of lines in some format. */
final class LineFileSink implements Sink {

    private final LineFile file;
    private final Supplier<SampleFormat> formats;

    LineFileSink(Path path, Supplier<SampleFormat> formats, long rotateBytes, Duration sync, SinkContext context)
            throws IOException {
        TextBuffer header = new TextBuffer();
        SampleFormat format = formats.get();
        format.writeHeader(header);
        LineShape shape = new LineShape(header.toString(), format.begin());
        file = new LineFile(path, shape, rotateBytes, sync, context.clock(), context.observer());
        this.formats = formats;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return new LineFileInlet(file, formats.get());
    }

    @Override
    public SinkHealth health() {
        return file.health();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
