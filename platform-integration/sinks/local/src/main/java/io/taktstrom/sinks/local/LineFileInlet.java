package io.taktstrom.sinks.local;

import java.io.IOException;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.SampleFormat;
import io.taktstrom.sinks.format.TextBuffer;

/** Turns samples into lines and appends them a flush unit at a time. Hot: allocates a few bytes per unit. */
final class LineFileInlet implements SinkInlet {

    private final LineFile file;
    private final SampleFormat format;
    private final TextBuffer unit = new TextBuffer();

    LineFileInlet(LineFile file, SampleFormat format) {
        this.file = file;
        this.format = format;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit flushUnit) throws IOException {
        boolean gathered = false;
        try {
            for (int i = 0; i < batch.size(); i++) {
                format.write(batch, i, unit);
            }
            if (flushUnit.isComplete()) {
                file.append(unit.asByteBuffer());
            }
            gathered = !flushUnit.isComplete();
        } finally {
            if (!gathered) {
                unit.clear();
            }
        }
    }
}
