package io.taktstrom.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;

import org.jspecify.annotations.Nullable;

/** Remembers why something could not be written, which a {@code PrintStream} keeps to itself. Any thread may ask. */
final class KnownLoss extends OutputStream {

    private final OutputStream stream;
    private volatile @Nullable IOException loss;

    KnownLoss(OutputStream stream) {
        this.stream = stream;
    }

    /** Why something is missing; null while nothing is. */
    @Nullable
    IOException loss() {
        return loss;
    }

    @Override
    public void write(int oneByte) throws IOException {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            stream.write(bytes, offset, length);
        } catch (IOException e) {
            loss = loss == null ? e : loss;
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            stream.flush();
        } catch (IOException e) {
            loss = loss == null ? e : loss;
            throw e;
        }
    }
}
