package io.taktstrom.sinks.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

import org.jspecify.annotations.Nullable;

/** What becomes of a file of lines that is complete. Called by one thread at a time. */
public interface Finish {

    /** It is compressed, and called {@code .gz}. */
    Finish GZIP = new Finish() {

        private static final int BLOCK = 1 << 16;
        private static final String ENDING = ".gz";

        @Override
        public String finished(String name) {
            return name + ENDING;
        }

        @Override
        public @Nullable String unfinished(String name) {
            return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : null;
        }

        @Override
        public void write(Path lines, Path to) throws IOException {
            try (InputStream in = Files.newInputStream(lines);
                    OutputStream out = new GZIPOutputStream(Files.newOutputStream(to), BLOCK)) {
                byte[] block = new byte[BLOCK];
                for (int n = in.read(block); n >= 0; n = in.read(block)) {
                    Finish.goOnUnlessInterrupted();
                    out.write(block, 0, n);
                }
            }
        }
    };

    /** The name of what it becomes, in the same folder; another name. */
    String finished(String name);

    /** Of what it has become its name as a file of lines; null for any other name. */
    @Nullable
    String unfinished(String name);

    /**
     * Makes the one of the other. Ends soon when it is interrupted.
     *
     * @param lines a file of whole lines
     * @param to a file to make, under a name of its own until it is done
     */
    void write(Path lines, Path to) throws IOException;

    /** Ends what is done for a sink that is being closed. */
    static void goOnUnlessInterrupted() throws InterruptedIOException {
        if (Thread.interrupted()) {
            throw new InterruptedIOException("the sink is being closed");
        }
    }
}
