package io.taktstrom.sinks.format;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;

/** A sample as a JSON object. */
final class JsonRow extends Row {

    JsonRow(FieldSelection selection) {
        super(selection, "\"");
    }

    @Override
    void before(Field field, boolean first, TextBuffer out) {
        out.ascii(first ? "{\"" : ",\"");
        out.ascii(field.key());
        out.ascii("\":");
    }

    @Override
    void ofPoint(Field field, String text, TextBuffer out) {
        if (text.isEmpty()) {
            nothing(out);
        } else {
            out.jsonString(text);
        }
    }

    @Override
    void labels(DataPoint point, TextBuffer out) {
        ValueText.json(point.labels(), out);
    }

    @Override
    void end(TextBuffer out) {
        out.put('}');
    }

    @Override
    void nothing(TextBuffer out) {
        out.ascii("null");
    }

    @Override
    void value(SampleBatch batch, int i, TextBuffer out) {
        ValueText.json(batch, i, out);
    }

    @Override
    void word(String word, TextBuffer out) {
        out.put('"');
        out.ascii(word);
        out.put('"');
    }
}
