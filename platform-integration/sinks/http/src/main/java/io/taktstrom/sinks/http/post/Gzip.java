package io.taktstrom.sinks.http.post;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compresses what is sent, or leaves it as it is. Reused. One thread. */
public final class Gzip {

    /** What was compressed, with room to spare: only the first {@link #size} bytes count. */
    private static final class Bytes extends ByteArrayOutputStream {
        byte[] array() {
            return buf;
        }
    }

    private final Bytes bytes = new Bytes();

    /** The array has what counts from 0 to {@link #size}; valid until the next call. */
    public byte[] compress(byte[] source, int offset, int length) {
        bytes.reset();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes, 1 << 13)) {
            gzip.write(source, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.array();
    }

    public int size() {
        return bytes.size();
    }
}
