package io.taktstrom.modbus;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.data.Sample;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;

/** The sink of the page on embedding: a line for each sample. */
final class TextFile implements SinkInlet {

    private final BufferedWriter file;

    TextFile(Path path) throws IOException {
        file = Files.newBufferedWriter(path);
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        for (int i = 0; i < batch.size(); i++) {
            String name = batch.group().points().get(batch.pointAt(i)).name();
            file.write(name + " " + Sample.of(batch, i) + "\n");
        }
        if (unit.isComplete()) {
            file.flush();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
