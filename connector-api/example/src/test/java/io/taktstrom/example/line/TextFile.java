package io.taktstrom.example.line;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.data.Sample;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.stream.PipelineSink;

/** The sink of the page on embedding: a line for each sample. */
final class TextFile implements PipelineSink {

    private final BufferedWriter file;

    TextFile(Path path) throws IOException {
        file = Files.newBufferedWriter(path);
    }

    @Override
    public void publish(SampleBatch batch, boolean endOfBatch) throws IOException {
        for (int i = 0; i < batch.size(); i++) {
            String name = batch.group().points().get(batch.pointAt(i)).name();
            file.write(name + " " + Sample.of(batch, i) + "\n");
        }
        if (endOfBatch) {
            file.flush();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
