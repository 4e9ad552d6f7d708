package io.taktstrom.sinks.format;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;

/**
 * What the binary formats share: a sample is what its point always has, made once, and then what each sample has anew.
 * Fields that were not selected are absent. Hot.
 */
abstract class BinaryEncoder extends PayloadEncoder {

    private final FieldSelection selection;
    private final PointCache<byte[]> ofPoint = new PointCache<>(this::ofPoint);
    private final PointCache<ValueKind> kinds = new PointCache<>((group, point) -> ValueKind.of(group.typeAt(point)));
    private final TextBuffer scratch = new TextBuffer();

    BinaryEncoder(FieldSelection selection) {
        this.selection = selection;
    }

    private byte[] ofPoint(PointGroup group, int index) {
        DataPoint point = group.points().get(index);
        TextBuffer out = new TextBuffer();
        text(Field.POINT, point.name(), out);
        text(Field.CONNECTION, point.connection(), out);
        text(Field.STREAM, selection.stream(), out);
        text(Field.UNIT, point.unit(), out);
        text(Field.TYPE, group.typeAt(index).text(), out);
        if (selection.has(Field.LABELS)) {
            labels(point, out);
        } else {
            absent(Field.LABELS, out);
        }
        return out.toBytes();
    }

    private void text(Field field, String text, TextBuffer out) {
        if (selection.has(field) && !text.isEmpty()) {
            present(field, out);
            lengthAndText(text, out);
        } else {
            absent(field, out);
        }
    }

    final void lengthAndText(String text, TextBuffer out) {
        scratch.clear();
        scratch.utf8(text);
        lengthAndBytes(scratch, out);
    }

    /** A sample without what is around it. */
    final void sample(SampleBatch batch, int i, TextBuffer out) {
        out.bytes(ofPoint.at(batch.group(), batch.pointAt(i)));
        int status = batch.statusAt(i);
        if (selection.has(Field.VALUE) && !StatusCode.isBad(status)) {
            value(kinds.at(batch.group(), batch.pointAt(i)), batch, i, out);
        } else {
            absent(Field.VALUE, out);
        }
        word(Field.STATUS, StatusCode.name(status), out);
        if (begun(Field.STATUS_CODE, out)) {
            unsigned(Integer.toUnsignedLong(status), out);
        }
        word(Field.QUALITY, Row.quality(status), out);
        time(Field.SOURCE_TIME, batch.sourceTimeAt(i), out);
        time(Field.RECEIVED_AT, batch.receivedAt(), out);
        if (begun(Field.SEQUENCE, out)) {
            unsigned(batch.sequence() + i, out);
        }
    }

    private boolean begun(Field field, TextBuffer out) {
        boolean selected = selection.has(field);
        if (selected) {
            present(field, out);
        } else {
            absent(field, out);
        }
        return selected;
    }

    private void word(Field field, String word, TextBuffer out) {
        if (begun(field, out)) {
            length(word.length(), out);
            out.ascii(word);
        }
    }

    private void time(Field field, long epochNanos, TextBuffer out) {
        if (epochNanos == SampleBatch.NO_TIME) {
            absent(field, out);
        } else if (begun(field, out)) {
            nanos(epochNanos, out);
        }
    }

    /** The value as text, or as JSON; with its length in front. */
    final void lengthAndValue(ValueKind kind, SampleBatch batch, int i, TextBuffer out) {
        scratch.clear();
        if (kind == ValueKind.JSON) {
            ValueText.json(batch, i, scratch);
        } else {
            ValueText.text(batch, i, scratch);
        }
        lengthAndBytes(scratch, out);
    }

    final void lengthAndBytes(TextBuffer bytes, TextBuffer out) {
        length(bytes.size(), out);
        out.bytes(bytes);
    }

    /** What says that a field follows. */
    abstract void present(Field field, TextBuffer out);

    /** What says that a field is not there. */
    abstract void absent(Field field, TextBuffer out);

    abstract void labels(DataPoint point, TextBuffer out);

    abstract void value(ValueKind kind, SampleBatch batch, int i, TextBuffer out);

    abstract void length(int bytes, TextBuffer out);

    abstract void unsigned(long value, TextBuffer out);

    abstract void nanos(long epochNanos, TextBuffer out);
}
