package io.taktstrom.sinks.format;

import java.util.Map;
import java.util.TreeMap;

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
        json(point.labels(), out);
    }

    static void json(Map<String, String> labels, TextBuffer out) {
        out.put('{');
        boolean first = true;
        for (Map.Entry<String, String> label : new TreeMap<>(labels).entrySet()) {
            if (!first) {
                out.put(',');
            }
            first = false;
            out.jsonString(label.getKey());
            out.put(':');
            out.jsonString(label.getValue());
        }
        out.put('}');
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
