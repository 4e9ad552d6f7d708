package io.taktstrom.sinks.format;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a sample as text, in order. What is the same for all samples of a point is written once, and copied from
 * then on; so is what is as it was in the sample before.
 *
 * <pre>
 *   {"point":"press1.temp","value":  21.5  ,"status":"Good","sourceTime":  "..."  ,"receivedAt":"..."}
 *    ^ of the point                  new    ^ as before                    new     ^ as before
 * </pre>
 *
 * <p>Hot. One thread.
 */
abstract class Row {

    private final FieldSelection selection;
    /** Those that are not of a point, in order. */
    private final Field[] changing;

    private final Stretch[] stretches;
    /** Of a point, what stands before the first of the changing fields, between them, and behind the last. */
    private final PointCache<byte[][]> between;
    /** Of a point, each field that it has, by its {@link #place}. */
    private final PointCache<byte[][]> alone;

    private int statusOfText;
    private final TextBuffer statusText = new TextBuffer();
    private final Rfc3339 sourceTime;
    private final Rfc3339 receivedAt;

    /** @param quote what stands before and behind a time that is a text */
    Row(FieldSelection selection, String quote) {
        this.selection = selection;
        sourceTime = new Rfc3339(quote);
        receivedAt = new Rfc3339(quote);
        changing =
                selection.fields().stream().filter(field -> !field.isOfPoint()).toArray(Field[]::new);
        stretches = stretches(selection.fields());
        between = new PointCache<>(this::pieces);
        alone = new PointCache<>(this::fieldsOfPoint);
    }

    /** Pieces with fields between them that are mostly as they were in the sample before, and the field behind them. */
    private static final class Stretch {
        /** The first piece, and the last. */
        private final int from;

        private final int to;
        private final boolean isOfPoint;
        /** What each sample has of its own; null at the end. */
        private final @Nullable Field next;

        private final TextBuffer text = new TextBuffer();
        private int status;
        private long receivedAt;

        Stretch(int from, int to, boolean isOfPoint, @Nullable Field next) {
            this.from = from;
            this.to = to;
            this.isOfPoint = isOfPoint;
            this.next = next;
        }

        boolean isOf(SampleBatch batch, int i) {
            return text.size() > 0 && status == batch.statusAt(i) && receivedAt == batch.receivedAt();
        }
    }

    private static Stretch[] stretches(List<Field> fields) {
        List<Stretch> found = new ArrayList<>();
        int from = 0;
        int to = 0;
        boolean isOfPoint = false;
        for (Field field : fields) {
            switch (field) {
                case VALUE, SOURCE_TIME, SEQUENCE -> {
                    found.add(new Stretch(from, to, isOfPoint, field));
                    from = ++to;
                    isOfPoint = false;
                }
                case STATUS, STATUS_CODE, QUALITY, RECEIVED_AT -> to++;
                default -> isOfPoint = true;
            }
        }
        found.add(new Stretch(from, to, isOfPoint, null));
        return found.toArray(Stretch[]::new);
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

    private byte[][] fieldsOfPoint(PointGroup group, int point) {
        Field[] all = Field.values();
        byte[][] texts = new byte[all.length][];
        TextBuffer text = new TextBuffer();
        for (Field field : all) {
            text.clear();
            if (field.isOfPoint()) {
                ofPoint(group, point, field, text);
            }
            texts[place(field)] = text.toBytes();
        }
        return texts;
    }

    @SuppressWarnings("EnumOrdinal") // of arrays of this process only
    private static int place(Field field) {
        return field.ordinal();
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
        for (Stretch stretch : stretches) {
            if (stretch.from == stretch.to) {
                out.bytes(pieces[stretch.from]);
            } else if (stretch.isOfPoint) {
                write(stretch, pieces, batch, i, out);
            } else {
                if (!stretch.isOf(batch, i)) {
                    keep(stretch, pieces, batch, i);
                }
                out.bytes(stretch.text);
            }
            if (stretch.next != null) {
                field(stretch.next, batch, i, out);
            }
        }
    }

    private void keep(Stretch stretch, byte[][] pieces, SampleBatch batch, int i) {
        stretch.text.clear();
        write(stretch, pieces, batch, i, stretch.text);
        stretch.status = batch.statusAt(i);
        stretch.receivedAt = batch.receivedAt();
    }

    private void write(Stretch stretch, byte[][] pieces, SampleBatch batch, int i, TextBuffer out) {
        for (int n = stretch.from; n < stretch.to; n++) {
            out.bytes(pieces[n]);
            field(changing[n], batch, i, out);
        }
        out.bytes(pieces[stretch.to]);
    }

    /** How many samples from here on have the same in a field, as far as that is known at once. */
    static int alike(Field field, SampleBatch batch, int from, int to) {
        switch (field) {
            case RECEIVED_AT, STREAM -> {
                return to - from;
            }
            case STATUS, STATUS_CODE, QUALITY -> {
                int end = from + 1;
                while (end < to && batch.statusAt(end) == batch.statusAt(from)) {
                    end++;
                }
                return end - from;
            }
            default -> {
                return 1;
            }
        }
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
            case QUALITY -> word(ValueText.quality(status), out);
            case SOURCE_TIME -> instant(sourceTime, batch.sourceTimeAt(i), out);
            case RECEIVED_AT -> instant(receivedAt, batch.receivedAt(), out);
            case SEQUENCE -> out.number(batch.sequence() + i);
            default -> out.bytes(alone.at(batch.group(), batch.pointAt(i))[place(field)]);
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
            form.write(epochNanos, out);
        }
    }
}
