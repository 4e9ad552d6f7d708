package io.taktstrom.cli;

import java.io.IOException;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.SampleFormat;
import io.taktstrom.sinks.format.TextBuffer;

/** Every sample as a line on standard output, flushed whenever the stream pauses. Thread-safe. */
final class SampleLines implements Sink {

    private final Terminal terminal;
    private final SampleFormat format;
    private final TextBuffer text = new TextBuffer();
    private volatile boolean unread;

    SampleLines(Terminal terminal, SampleFormat format) {
        this.terminal = terminal;
        this.format = format;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return this::print;
    }

    private synchronized void print(SampleBatch batch, FlushUnit unit) throws IOException {
        text.clear();
        for (int i = 0; i < batch.size(); i++) {
            format.write(batch, i, text);
        }
        text.writeTo(terminal.out());
        if (unit.isComplete() && terminal.out().checkError()) {
            unread = true;
            throw new IllegalStateException("standard output is closed: nobody reads it any more");
        }
    }

    /** Whether the reader has gone. Waits for nobody, as a question to the stream would while it is being written. */
    boolean isUnread() {
        return unread;
    }

    @Override
    public void close() {
        terminal.out().flush();
    }
}
