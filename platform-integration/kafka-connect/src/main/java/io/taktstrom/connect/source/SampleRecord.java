package io.taktstrom.connect.source;

import java.util.Map;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/** A record that knows to which flush unit it belongs. Connect gives it back as it came, whatever transformations made of it. */
final class SampleRecord extends SourceRecord {

    private final RecordUnit unit;
    private final int place;

    SampleRecord(
            RecordUnit unit,
            Map<String, String> partition,
            Map<String, Object> offset,
            String topic,
            @Nullable String key,
            Struct value,
            @Nullable Long timestampMillis,
            Iterable<Header> headers) {
        super(
                partition,
                offset,
                topic,
                null,
                Schema.OPTIONAL_STRING_SCHEMA,
                key,
                value.schema(),
                value,
                timestampMillis,
                headers);
        this.unit = unit;
        place = unit.size();
    }

    /** @param isPublished false when Connect has left it out */
    void answer(boolean isPublished) {
        unit.answer(place, isPublished);
    }
}
