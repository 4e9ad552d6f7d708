package io.taktstrom.example.spool;

import java.io.IOException;
import java.util.Locale;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;

/** Gathers a flush unit and writes it as a file. */
final class SpoolInlet implements SinkInlet {

    private final SpoolSink sink;
    private final String name;
    private final StringBuilder lines = new StringBuilder();

    SpoolInlet(SpoolSink sink, String name) {
        this.sink = sink;
        this.name = name;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        boolean gathered = false;
        try {
            for (int i = 0; i < batch.size(); i++) {
                SpoolText.append(batch, i, lines);
            }
            if (unit.isComplete()) {
                // The same unit has the same name: delivered again, it takes its own place.
                sink.write(String.format(Locale.ROOT, "%s.%012d", name, unit.number()), lines.toString());
            }
            gathered = !unit.isComplete();
        } finally {
            if (!gathered) {
                lines.setLength(0);
            }
        }
    }
}
