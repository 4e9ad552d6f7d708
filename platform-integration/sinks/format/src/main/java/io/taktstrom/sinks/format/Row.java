package io.taktstrom.sinks.format;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a sample as text, in order. What is the same for all samples of a point is written once, and copied from
 * then on.
 *
 * <pre>
 *   {"point":"press1.temp","value":  21.5  ,"status":"  Good  ","sourceTime":  ...  }
 *    ^ of the point                        ^ the same for all
 * </pre>
 *
 * <p>Hot. One thread.
 */
abstract class Row {

    private final FieldSelection selection;
    /** Those that each sample has anew, in order. */
    private final Field[] changing;
    /** Of a point, what stands before the first of them, between them, and behind the last. */
    private final PointCache<byte[][]> between;
    /** Of a point, each field that it has. */
    private final PointCache<Map<Field, byte[]>> alone;

    private int statusOfText;
    private final TextBuffer statusText = new TextBuffer();
    private final Rfc3339 sourceTime = new Rfc3339();
    private final Rfc3339 receivedAt = new Rfc3339();

    Row(FieldSelection selection) {
        this.selection = selection;
        changing =
                selection.fields().stream().filter(field -> !field.isOfPoint()).toArray(Field[]::new);
        between = new PointCache<>(this::pieces);
        alone = new PointCache<>(this::fieldsOfPoint);
    }

    /** What stands before a field: a comma, its name. */
    abstract void before(Field field, boolean first, TextBuffer out);

    /** What a field of the point is, as a whole; an empty text when the point has none. */
    abstract void ofPoint(Field field, String text, TextBuffer out);

    /** The point's labels. */
    abstract void labels(DataPoint point, TextBuffer out);

    /** What stands behind the last field. */
    abstract void end(TextBuffer out);

    /** What stands for a value or a time that is not there. */
    abstract void nothing(TextBuffer out);

    abstract void value(SampleBatch batch, int i, TextBuffer out);

    /** A text of ASCII without signs. */
    abstract void word(String word, TextBuffer out);

    abstract void time(Rfc3339 form, long epochNanos, TextBuffer out);

    private byte[][] pieces(PointGroup group, int point) {
        byte[][] pieces = new byte[changing.length + 1][];
        TextBuffer piece = new TextBuffer();
        int n = 0;
        boolean first = true;
        for (Field field : selection.fields()) {
            before(field, first, piece);
            first = false;
            if (field.isOfPoint()) {
                ofPoint(group, point, field, piece);
            } else {
                pieces[n++] = piece.toBytes();
                piece.clear();
            }
        }
        end(piece);
        pieces[n] = piece.toBytes();
        return pieces;
    }

    private Map<Field, byte[]> fieldsOfPoint(PointGroup group, int point) {
        Map<Field, byte[]> texts = new EnumMap<>(Field.class);
        for (Field field : Field.values()) {
            if (field.isOfPoint()) {
                TextBuffer text = new TextBuffer();
                ofPoint(group, point, field, text);
                texts.put(field, text.toBytes());
            }
        }
        return texts;
    }

    private void ofPoint(PointGroup group, int index, Field field, TextBuffer out) {
        DataPoint point = group.points().get(index);
        switch (field) {
            case POINT -> ofPoint(field, point.name(), out);
            case CONNECTION -> ofPoint(field, point.connection(), out);
            case STREAM -> ofPoint(field, selection.stream(), out);
            case UNIT -> ofPoint(field, point.unit(), out);
            case TYPE -> ofPoint(field, group.typeAt(index).text(), out);
            default -> labels(point, out);
        }
    }

    final FieldSelection selection() {
        return selection;
    }

    final void write(SampleBatch batch, int i, TextBuffer out) {
        byte[][] pieces = between.at(batch.group(), batch.pointAt(i));
        for (int n = 0; n < changing.length; n++) {
            out.bytes(pieces[n]);
            field(changing[n], batch, i, out);
        }
        out.bytes(pieces[changing.length]);
    }

    /** One field alone. */
    final void field(Field field, SampleBatch batch, int i, TextBuffer out) {
        int status = batch.statusAt(i);
        switch (field) {
            case VALUE -> {
                if (StatusCode.isBad(status)) {
                    nothing(out);
                } else {
                    value(batch, i, out);
                }
            }
            case STATUS -> out.bytes(named(status));
            case STATUS_CODE -> out.number(Integer.toUnsignedLong(status));
            case QUALITY -> word(quality(status), out);
            case SOURCE_TIME -> instant(sourceTime, batch.sourceTimeAt(i), out);
            case RECEIVED_AT -> instant(receivedAt, batch.receivedAt(), out);
            case SEQUENCE -> out.number(batch.sequence() + i);
            default ->
                out.bytes(required(alone.at(batch.group(), batch.pointAt(i)).get(field)));
        }
    }

    /** Most samples have the status of the one before. */
    private TextBuffer named(int status) {
        if (statusText.size() == 0 || status != statusOfText) {
            statusText.clear();
            word(StatusCode.name(status), statusText);
            statusOfText = status;
        }
        return statusText;
    }

    private void instant(Rfc3339 form, long epochNanos, TextBuffer out) {
        if (epochNanos == SampleBatch.NO_TIME) {
            nothing(out);
        } else if (selection.times().isNumber()) {
            out.number(selection.times().ticks(epochNanos));
        } else {
            time(form, epochNanos, out);
        }
    }

    private static byte[] required(byte @Nullable [] text) {
        return Objects.requireNonNull(text, "every field of a point is there");
    }

    static String quality(int status) {
        return StatusCode.isBad(status) ? "Bad" : StatusCode.isGood(status) ? "Good" : "Uncertain";
    }
}
