package io.taktstrom.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** Reads a whole file of UTF-8 text, but never more than a limit. */
public final class TextFile {

    /** A file cannot be read as text: the message says why, the hint what to do. */
    public static final class UnreadableException extends Exception {

        private final String hint;

        UnreadableException(String message, String hint) {
            super(message);
            this.hint = hint;
        }

        public String hint() {
            return hint;
        }
    }

    private TextFile() {}

    /** UTF-8 text without a byte order mark. */
    public static String read(Path file, long maxBytes) throws UnreadableException {
        return read(file, maxBytes, null);
    }

    /**
     * The text without a byte order mark. Regular files only: a pipe could keep the reader waiting for ever.
     *
     * @param otherwise of text that is not UTF-8; null to refuse it
     */
    public static String read(Path file, long maxBytes, @Nullable Charset otherwise) throws UnreadableException {
        if (!Files.exists(file)) {
            throw new UnreadableException("does not exist", "check the path");
        }
        if (!Files.isRegularFile(file)) {
            throw new UnreadableException("is not a regular file", "name a file of text");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes((int) Math.min(maxBytes + 1, Integer.MAX_VALUE - 8));
        } catch (IOException e) {
            throw new UnreadableException(
                    "cannot be read: " + FileTrouble.reason(e), "name a file that this user may read");
        }
        if (bytes.length > maxBytes) {
            throw new UnreadableException(
                    "is larger than " + maxBytes + " bytes", "check that it is the right file, or split it");
        }
        return decode(bytes, otherwise);
    }

    private static String decode(byte[] bytes, @Nullable Charset otherwise) throws UnreadableException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError() && otherwise != null) {
            return new String(bytes, otherwise);
        }
        if (result.isError()) {
            int line = 1;
            for (int i = 0; i < in.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw new UnreadableException(
                    "is not UTF-8 text: byte " + in.position() + " on line " + line, "save it as UTF-8");
        }
        String text = out.flip().toString();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
