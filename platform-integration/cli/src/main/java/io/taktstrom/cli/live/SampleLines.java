package io.taktstrom.cli.live;

import java.io.IOException;

import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.runtime.format.SampleFormat;
import io.taktstrom.runtime.format.TextBuffer;
import io.taktstrom.runtime.sink.OpenSink;
import io.taktstrom.stream.PipelineSink;

/** Every sample as a line on standard output, flushed whenever the stream pauses. Thread-safe. */
final class SampleLines implements OpenSink {

    private final Terminal terminal;
    private final SampleFormat format;
    private final TextBuffer text = new TextBuffer();
    private volatile boolean unread;

    SampleLines(Terminal terminal, SampleFormat format) {
        this.terminal = terminal;
        this.format = format;
    }

    @Override
    public PipelineSink inlet() {
        return this::print;
    }

    private synchronized void print(SampleBatch batch, boolean endOfBatch) throws IOException {
        text.clear();
        for (int i = 0; i < batch.size(); i++) {
            format.write(batch, i, text);
        }
        text.writeTo(terminal.out());
        if (endOfBatch && terminal.out().checkError()) {
            unread = true;
            throw new IOException("standard output is closed: nobody reads it any more");
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
