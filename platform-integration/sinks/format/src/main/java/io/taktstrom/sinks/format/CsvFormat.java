package io.taktstrom.sinks.format;

import java.util.stream.Collectors;

import io.taktstrom.data.SampleBatch;

/**
 * Comma-separated values after RFC 4180, but with plain line feeds: {@code point,value,status,sourceTime,receivedAt}, or
 * what else was chosen.
 *
 * <p>A field is empty where JSON has {@code null}. Arrays, structures and labels are JSON in their field. What a spreadsheet
 * would execute is marked, unless told otherwise ({@link Formulas}). Hot.
 */
public final class CsvFormat implements SampleFormat {

    private final CsvRow row;
    private final String header;

    /** The standard fields, safe to open with a spreadsheet. */
    public CsvFormat() {
        this(FieldSelection.STANDARD, Formulas.MARK);
    }

    public CsvFormat(FieldSelection selection, Formulas formulas) {
        this(new CsvRow(selection, formulas, false));
    }

    private CsvFormat(CsvRow row) {
        this.row = row;
        header = row.selection().fields().stream().map(Field::key).collect(Collectors.joining(",", "", "\n"));
    }

    /**
     * For terminals: a sample is one line. A field with a character that is {@link Unprintable}, or that begins with a
     * quotation mark, is a JSON string, so that it can be told what it was.
     */
    public static CsvFormat printable() {
        return new CsvFormat(new CsvRow(FieldSelection.STANDARD, Formulas.KEEP, true));
    }

    @Override
    public String begin() {
        return header;
    }

    @Override
    public void writeHeader(TextBuffer out) {
        out.ascii(header);
    }

    @Override
    public void write(SampleBatch batch, int i, TextBuffer out) {
        row.write(batch, i, out);
    }
}
