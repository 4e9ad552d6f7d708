package io.taktstrom.runtime.sink;

import java.io.IOException;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.runtime.format.SampleFormat;
import io.taktstrom.runtime.format.TextBuffer;
import io.taktstrom.stream.PipelineSink;

/** Turns samples into lines and appends them a flush unit at a time. Hot: allocates a few bytes per unit. */
final class LineFileInlet implements PipelineSink {

    private final LineFile file;
    private final SampleFormat format;
    private final TextBuffer unit = new TextBuffer();

    LineFileInlet(LineFile file, SampleFormat format) {
        this.file = file;
        this.format = format;
    }

    @Override
    public void publish(SampleBatch batch, boolean endOfBatch) throws IOException {
        boolean gathered = false;
        try {
            for (int i = 0; i < batch.size(); i++) {
                format.write(batch, i, unit);
            }
            if (endOfBatch) {
                file.append(unit.asByteBuffer());
            }
            gathered = !endOfBatch;
        } finally {
            if (!gathered) {
                unit.clear();
            }
        }
    }
}
