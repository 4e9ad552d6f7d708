package io.taktstrom.sinks.format;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;

/** A sample as fields with commas between (RFC 4180). */
final class CsvRow extends Row {

    private final Formulas formulas;
    private final boolean printable;
    private final TextBuffer cell = new TextBuffer();

    CsvRow(FieldSelection selection, Formulas formulas, boolean printable) {
        super(selection, "");
        this.formulas = formulas;
        this.printable = printable;
    }

    @Override
    void before(Field field, boolean first, TextBuffer out) {
        if (!first) {
            out.put(',');
        }
    }

    @Override
    void ofPoint(Field field, String text, TextBuffer out) {
        cell.clear();
        cell.utf8(text);
        write(formulas.marks(cell), out);
    }

    @Override
    void labels(DataPoint point, TextBuffer out) {
        cell.clear();
        if (!point.labels().isEmpty()) {
            ValueText.json(point.labels(), cell);
        }
        write(false, out);
    }

    @Override
    void end(TextBuffer out) {
        out.put('\n');
    }

    @Override
    void nothing(TextBuffer out) {
        // An empty field.
    }

    @Override
    void value(SampleBatch batch, int i, TextBuffer out) {
        if (isNumber(batch, i)) {
            ValueText.text(batch, i, out);
            return;
        }
        cell.clear();
        ValueText.text(batch, i, cell);
        write(formulas.marks(cell), out);
    }

    /** Infinity has no digits, and is a number all the same. Numbers need no quotes and no mark. */
    private static boolean isNumber(SampleBatch batch, int i) {
        return batch.group().typeAt(batch.pointAt(i)) instanceof ScalarType scalar
                && switch (scalar.kind()) {
                    case BOOLEAN, SIGNED, UNSIGNED, FLOAT -> true;
                    default -> false;
                };
    }

    @Override
    void word(String word, TextBuffer out) {
        out.ascii(word);
    }

    private void write(boolean marked, TextBuffer out) {
        if (printable) {
            String text = cell.toString();
            if (text.startsWith("\"") || Unprintable.isIn(text)) {
                cell.clear();
                cell.jsonString(text);
            }
        }
        boolean quoted = false;
        for (int i = 0; i < cell.size() && !quoted; i++) {
            byte c = cell.byteAt(i);
            quoted = c == ',' || c == '"' || c == '\n' || c == '\r';
        }
        if (quoted) {
            out.put('"');
        }
        if (marked) {
            out.put('\'');
        }
        if (!quoted) {
            out.bytes(cell);
            return;
        }
        for (int i = 0; i < cell.size(); i++) {
            byte c = cell.byteAt(i);
            if (c == '"') {
                out.put('"');
            }
            out.put(c);
        }
        out.put('"');
    }
}
