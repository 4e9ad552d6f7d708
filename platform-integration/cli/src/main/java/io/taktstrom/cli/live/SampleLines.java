package io.taktstrom.cli.live;

import java.io.IOException;
import java.util.List;

import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.SampleFormat;
import io.taktstrom.sinks.format.TextBuffer;

/** Every sample as a line on standard output, whole flush units of lines at a time. Thread-safe. */
final class SampleLines implements Sink {

    private final Terminal terminal;
    private final SampleFormat format;
    private volatile boolean unread;
    private volatile boolean closed;

    SampleLines(Terminal terminal, SampleFormat format) {
        this.terminal = terminal;
        this.format = format;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        TextBuffer lines = new TextBuffer();
        return (batch, unit) -> take(batch, unit, lines);
    }

    private synchronized void take(SampleBatch batch, FlushUnit unit, TextBuffer lines) throws IOException {
        for (int i = 0; i < batch.size(); i++) {
            format.write(batch, i, lines);
        }
        if (unit.isComplete()) {
            print(lines);
        }
    }

    private void print(TextBuffer lines) throws IOException {
        try {
            if (closed) {
                throw new IllegalStateException("standard output is closed");
            }
            lines.writeTo(terminal.out());
        } finally {
            lines.clear();
        }
        if (terminal.out().checkError()) {
            unread = true;
            throw new IOException("standard output is closed: its reader has gone");
        }
    }

    /** Whether the reader has gone. Does not block, as a call to the stream would while it is being written. */
    boolean isUnread() {
        return unread;
    }

    @Override
    public void close() {
        closed = true;
        terminal.out().flush();
    }
}
