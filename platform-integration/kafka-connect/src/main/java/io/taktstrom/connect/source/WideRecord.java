package io.taktstrom.connect.source;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import org.apache.kafka.connect.data.Struct;

/** A record that is being made of the samples of several points, which came together. One thread. */
final class WideRecord {

    private final RecordTarget first;
    private final Set<RecordTarget> points = new HashSet<>();
    private final Map<String, Object> values = new HashMap<>();
    /** Places of its samples in their unit. */
    private final BitSet samples = new BitSet();

    private final Map<String, String> statuses = new HashMap<>();
    private final long receivedAt;
    private long sourceTime = SampleBatch.NO_TIME;
    private long sequence;

    WideRecord(RecordTarget first, long receivedAt) {
        this.first = first;
        this.receivedAt = receivedAt;
    }

    RecordTarget first() {
        return first;
    }

    BitSet samples() {
        return samples;
    }

    long receivedAt() {
        return receivedAt;
    }

    /** Of the last sample. */
    long sequence() {
        return sequence;
    }

    /** Whether a sample has a value. */
    boolean hasValues() {
        return !values.isEmpty();
    }

    /** Whether it has a sample of this point, and so no room for another. */
    boolean has(RecordTarget target) {
        return points.contains(target);
    }

    /** Adds a sample. */
    void add(SampleBatch batch, int i, RecordTarget target, int status, long number, WideSchema schema) {
        points.add(target);
        if (!StatusCode.isBad(status)) {
            values.put(schema.field(target), schema.value(batch, i, target));
        }
        if (status != StatusCode.GOOD) {
            statuses.put(schema.field(target), StatusCode.name(status));
        }
        sourceTime = Math.max(sourceTime, batch.sourceTimeAt(i));
        sequence = number;
    }

    /** The record's value. */
    Struct struct(WideSchema schema, SampleLayout layout) {
        Struct all = new Struct(schema.points());
        values.forEach(all::put);
        Struct record = new Struct(schema.record());
        record.put("values", all);
        record.put("statuses", statuses);
        layout.putTimes(record, sourceTime, receivedAt, sequence, first.series.run());
        return record;
    }
}
