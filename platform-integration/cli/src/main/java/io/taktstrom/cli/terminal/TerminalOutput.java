package io.taktstrom.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sinks.format.JsonFormat;
import io.taktstrom.sinks.format.TextBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The one way to standard output or to standard error. All text is made {@link Printable}; only this class can move the cursor
 * or change a colour.
 *
 * <pre>
 *  println, print   one line of text, foreign parts included: a line feed in it shows as \n
 *  write            bytes whose line feeds are ours: JSON Lines, scripts, what libraries print
 *  help             what picocli prints, colours included
 *  up, erase, print(Colour, text)   the control sequences (ECMA-48)
 * </pre>
 *
 * <p>Never throws for a stream that is closed: {@link #checkError} tells. Thread-safe; a line is written whole.
 */
public final class TerminalOutput extends OutputStream {

    /** How text can be shown, where colours are wanted. */
    public enum Colour {
        PLAIN(""),
        DIM("\u001b[2m"),
        RED("\u001b[31m"),
        GREEN("\u001b[32m"),
        YELLOW("\u001b[33m");

        private final String begin;

        Colour(String begin) {
            this.begin = begin;
        }
    }

    private static final String PLAIN_AGAIN = "\u001b[0m";
    /** Select graphic rendition: ECMA-48, 8.3.117. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    private static final int MAX_BYTES_OF_A_CHARACTER = 4;

    private final PrintStream stream;
    private final @Nullable LossDetector lossDetector;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    /** The beginning of a character whose end has not come yet. */
    private byte[] begun = {};

    /** Keeps why something could not be written, which a {@code PrintStream} does not tell. Any thread may ask. */
    private static final class LossDetector extends FilterOutputStream {

        private volatile @Nullable IOException loss;

        LossDetector(OutputStream stream) {
            super(stream);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
                out.flush();
            } catch (IOException e) {
                loss = loss == null ? e : loss;
                throw e;
            }
        }
    }

    public TerminalOutput(PrintStream stream) {
        this(stream, null);
    }

    private TerminalOutput(PrintStream stream, @Nullable LossDetector lossDetector) {
        this.stream = stream;
        this.lossDetector = lossDetector;
    }

    /**
     * Output to a file, which must be complete.
     *
     * @param bufferBytes flush it when someone should see what is in the buffer
     */
    public static TerminalOutput toFile(OutputStream file, int bufferBytes) {
        LossDetector detector = new LossDetector(file);
        return new TerminalOutput(
                new PrintStream(new BufferedOutputStream(detector, bufferBytes), false, StandardCharsets.UTF_8),
                detector);
    }

    /** Why something that was sent to a file is missing there; empty when nothing is. */
    public String loss() {
        IOException loss = lossDetector == null ? null : lossDetector.loss;
        return loss == null ? "" : String.valueOf(loss.getMessage());
    }

    /** One line. */
    public void println(Object text) {
        send(Printable.of(String.valueOf(text)) + "\n");
    }

    /** An empty line. */
    public void println() {
        send("\n");
    }

    /** Text that stays on its line. */
    public void print(String text) {
        send(Printable.of(text));
    }

    /** The same in a colour. */
    public void print(Colour colour, String text) {
        send(colour == Colour.PLAIN ? Printable.of(text) : colour.begin + Printable.of(text) + PLAIN_AGAIN);
    }

    /** Text of ours that has lines. */
    public void printLines(String text) {
        send(Printable.lines(text));
    }

    /** Samples: a table of point, status, type and value, or one JSON object per line. */
    public void printSamples(SampleBatch batch, boolean json) {
        if (json) {
            JsonFormat format = new JsonFormat();
            TextBuffer text = new TextBuffer();
            for (int i = 0; i < batch.size(); i++) {
                format.write(batch, i, text);
            }
            printLines(text.toString());
            return;
        }
        Listing table = new Listing("point", "status", "type", "value");
        for (int i = 0; i < batch.size(); i++) {
            table.row(
                    batch.group().points().get(batch.pointAt(i)).name(),
                    StatusCode.name(batch.statusAt(i)),
                    Printable.type(batch.group(), batch.pointAt(i)),
                    Printable.value(batch, i));
        }
        table.print(this);
    }

    /** To the beginning of a line above. */
    public void up(int lines) {
        send("\u001b[" + lines + "A\r");
    }

    /** All of this line. */
    public void eraseLine() {
        send("\r\u001b[K");
    }

    /** What is right of the cursor. */
    public void eraseRest() {
        send("\u001b[K");
    }

    /** What is right of the cursor and below. */
    public void eraseBelow() {
        send("\u001b[J");
    }

    /** For texts that are all ours. Their lines and colours stay. */
    public PrintWriter help() {
        return new PrintWriter(
                new StringWriter() {
                    @Override
                    public void flush() {
                        sendHelp(toString());
                        getBuffer().setLength(0);
                    }
                },
                true);
    }

    private void sendHelp(String text) {
        StringBuilder safe = new StringBuilder();
        Matcher colour = COLOUR.matcher(text);
        int from = 0;
        while (colour.find()) {
            safe.append(Printable.lines(text.substring(from, colour.start()))).append(colour.group());
            from = colour.end();
        }
        send(safe.append(Printable.lines(text.substring(from))).toString());
    }

    @Override
    public void write(int oneByte) {
        write(new byte[] {(byte) oneByte}, 0, 1);
    }

    /** UTF-8 text whose line feeds and tabs are ours. */
    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        if (begun.length == 0 && isHarmless(bytes, offset, length)) {
            stream.write(bytes, offset, length);
            return;
        }
        ByteBuffer in = ByteBuffer.allocate(begun.length + length)
                .put(begun)
                .put(bytes, offset, length)
                .flip();
        CharBuffer out = CharBuffer.allocate(in.remaining());
        decoder.reset().decode(in, out, false);
        begun = new byte[Math.min(in.remaining(), MAX_BYTES_OF_A_CHARACTER)];
        in.get(begun);
        send(Printable.lines(out.flip()));
    }

    private static boolean isHarmless(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            byte b = bytes[i];
            if (b < ' ' ? b != '\n' && b != '\t' : b == 0x7F) {
                return false;
            }
        }
        return true;
    }

    private void send(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        stream.write(bytes, 0, bytes.length);
    }

    @Override
    public void flush() {
        stream.flush();
    }

    /** Flushes. Whether anything could not be written, because the reader has gone. */
    public boolean checkError() {
        return stream.checkError();
    }

    /** The stream stays open: it belongs to the process. */
    @Override
    public void close() {
        flush();
    }
}
