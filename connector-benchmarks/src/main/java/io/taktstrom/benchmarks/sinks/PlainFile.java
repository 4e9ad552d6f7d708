package io.taktstrom.benchmarks.sinks;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/** The same lines into a {@code BufferedOutputStream}, flushed with each unit and forced to the disk each second, as our sink does it. */
final class PlainFile implements UnitOperation {

    private static final int BUFFER = 1 << 16;
    private static final long SYNC_NANOS = 1_000_000_000;

    private final Payloads payloads;
    private final FileOutputStream file;
    private final BufferedOutputStream out;
    private long forcedAt = System.nanoTime();

    PlainFile(Payloads payloads, String path) throws IOException {
        this.payloads = payloads;
        file = new FileOutputStream(path);
        out = new BufferedOutputStream(file, BUFFER);
    }

    @Override
    public void once() throws Exception {
        for (byte[] lines : payloads.nextMessages()) {
            out.write(lines);
        }
        out.flush();
        long now = System.nanoTime();
        if (now - forcedAt > SYNC_NANOS) {
            forcedAt = now;
            file.getChannel().force(false);
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
