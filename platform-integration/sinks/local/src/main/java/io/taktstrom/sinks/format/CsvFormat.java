package io.taktstrom.sinks.format;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;

/**
 * Comma-separated values after RFC 4180, but with plain line feeds: {@code point,value,status,sourceTime,receivedAt}.
 *
 * <p>A field is empty where JSON has {@code null}. Arrays and structures are JSON in their field. What a spreadsheet would
 * execute is marked, unless told otherwise ({@link Formulas}). Hot.
 */
public final class CsvFormat implements SampleFormat {

    private static final String HEADER = "point,value,status,sourceTime,receivedAt\n";

    private final Formulas formulas;
    private final Rfc3339 sourceTime = new Rfc3339();
    private final Rfc3339 receivedAt = new Rfc3339();
    private final TextBuffer field = new TextBuffer();
    private final boolean printable;

    /** Safe to open with a spreadsheet. */
    public CsvFormat() {
        this(Formulas.MARK);
    }

    public CsvFormat(Formulas formulas) {
        this(formulas, false);
    }

    private CsvFormat(Formulas formulas, boolean printable) {
        this.formulas = formulas;
        this.printable = printable;
    }

    /**
     * For terminals: a sample is one line. A field with a character that is {@link Unprintable}, or that begins with a
     * quotation mark, is a JSON string, so that it can be told what it was.
     */
    public static CsvFormat printable() {
        return new CsvFormat(Formulas.KEEP, true);
    }

    @Override
    public String begin() {
        return HEADER;
    }

    @Override
    public void writeHeader(TextBuffer out) {
        out.ascii(HEADER);
    }

    @Override
    public void write(SampleBatch batch, int i, TextBuffer out) {
        int status = batch.statusAt(i);
        field.clear();
        field.utf8(batch.group().points().get(batch.pointAt(i)).name());
        endField(formulas.marks(field), out);
        if (!StatusCode.isBad(status)) {
            ValueText.text(batch, i, field);
        }
        endField(!isNumber(batch, i) && formulas.marks(field), out);
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

    /** Infinity has no digits, and is a number all the same. */
    private static boolean isNumber(SampleBatch batch, int i) {
        return batch.group().typeAt(batch.pointAt(i)) instanceof ScalarType scalar
                && scalar.kind() == ScalarType.Kind.FLOAT;
    }

    private void endField(boolean marked, TextBuffer out) {
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
        if (marked) {
            out.put('\'');
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
