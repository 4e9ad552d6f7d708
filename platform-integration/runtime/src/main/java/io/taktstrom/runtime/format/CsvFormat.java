package io.taktstrom.runtime.format;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;

/**
 * Comma-separated values after RFC 4180, but with plain line feeds: {@code point,value,status,sourceTime,receivedAt}.
 *
 * <p>A field is empty where JSON has {@code null}. Arrays and structures are JSON in their field. Hot.
 */
public final class CsvFormat implements SampleFormat {

    private final Rfc3339 sourceTime = new Rfc3339();
    private final Rfc3339 receivedAt = new Rfc3339();
    private final TextBuffer field = new TextBuffer();
    private final boolean printable;

    /** For files. */
    public CsvFormat() {
        this(false);
    }

    private CsvFormat(boolean printable) {
        this.printable = printable;
    }

    /**
     * For terminals: a sample is one line. A field with a character that is {@link Unprintable}, or that begins with a
     * quotation mark, is a JSON string, so that it can be told what it was.
     */
    public static CsvFormat printable() {
        return new CsvFormat(true);
    }

    @Override
    public void writeHeader(TextBuffer out) {
        out.ascii("point,value,status,sourceTime,receivedAt\n");
    }

    @Override
    public void write(SampleBatch batch, int i, TextBuffer out) {
        int status = batch.statusAt(i);
        field.clear();
        field.utf8(batch.group().points().get(batch.pointAt(i)).name());
        endField(out);
        if (!StatusCode.isBad(status)) {
            ValueText.text(batch, i, field);
        }
        endField(out);
        out.ascii(StatusCode.name(status));
        out.put(',');
        if (batch.sourceTimeAt(i) != SampleBatch.NO_TIME) {
            sourceTime.write(batch.sourceTimeAt(i), out);
        }
        out.put(',');
        if (batch.receivedAt() != SampleBatch.NO_TIME) {
            receivedAt.write(batch.receivedAt(), out);
        }
        out.put('\n');
    }

    private void endField(TextBuffer out) {
        if (printable) {
            String text = field.toString();
            if (text.startsWith("\"") || Unprintable.isIn(text)) {
                field.clear();
                field.jsonString(text);
            }
        }
        boolean quoted = false;
        for (int i = 0; i < field.size() && !quoted; i++) {
            byte c = field.byteAt(i);
            quoted = c == ',' || c == '"' || c == '\n' || c == '\r';
        }
        if (quoted) {
            out.put('"');
        }
        for (int i = 0; i < field.size(); i++) {
            byte c = field.byteAt(i);
            if (c == '"') {
                out.put('"');
            }
            out.put(c);
        }
        if (quoted) {
            out.put('"');
        }
        out.put(',');
        field.clear();
    }
}
