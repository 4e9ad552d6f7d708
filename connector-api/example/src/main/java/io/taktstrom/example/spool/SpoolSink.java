package io.taktstrom.example.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;

/** A folder of files. Thread-safe. */
final class SpoolSink implements Sink {

    private final Path folder;
    private final long begun;
    private volatile SinkHealth health = SinkHealth.WELL;
    private volatile boolean closed;

    /** @param begun tells the units of this run from those of earlier ones, whose numbers are the same */
    SpoolSink(Path folder, long begun) {
        this.folder = folder;
        this.begun = begun;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return new SpoolInlet(this, SpoolText.encoded(stream) + "." + begun);
    }

    /** Writes a file as a whole, or again in place of itself; when this returns, it is there. */
    void write(String name, String lines) throws IOException {
        if (closed) {
            throw new IllegalStateException(folder + " is closed");
        }
        try {
            Path part = folder.resolve(name + ".part");
            Files.writeString(part, lines);
            Files.move(part, folder.resolve(name + ".spool"), StandardCopyOption.ATOMIC_MOVE);
            health = SinkHealth.WELL;
        } catch (IOException e) {
            health = SinkHealth.unwell("cannot write into " + folder + ": " + e);
            throw new IOException(health.detail() + "; the folder must be there and writable", e);
        }
    }

    @Override
    public SinkHealth health() {
        return health;
    }

    @Override
    public void close() {
        closed = true;
    }
}
