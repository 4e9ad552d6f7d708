package io.taktstrom.connect.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import io.taktstrom.sinks.message.SinkThreads;

/** The records of a flush unit, on their way. Made by a pipeline's thread, answered by any. */
final class RecordUnit {

    private final List<SampleRecord> records = new ArrayList<>();
    /** The places of each record's samples in the unit. */
    private final List<BitSet> samples = new ArrayList<>();

    private int nextSample;
    /** Guarded by this, as is all below. */
    private final BitSet answered = new BitSet();

    private final BitSet dropped = new BitSet();
    private int answers;
    private boolean failed;

    /** Adds the next sample, which is a record. */
    void addSample(SampleRecord record) {
        BitSet one = new BitSet();
        addSample(one);
        add(record, one);
    }

    /** Adds the next sample, which is a part of a record that comes later; its place is set among these. */
    void addSample(BitSet places) {
        places.set(nextSample++);
    }

    /** Adds a record of samples that are there. */
    void add(SampleRecord record, BitSet places) {
        records.add(record);
        samples.add(places);
    }

    int size() {
        return records.size();
    }

    List<SampleRecord> records() {
        return records;
    }

    /** Connect is done with a record; said again, it changes nothing. */
    synchronized void answer(int place, boolean isPublished) {
        if (!answered.get(place)) {
            answered.set(place);
            dropped.set(place, !isPublished);
            if (++answers == records.size()) {
                notifyAll();
            }
        }
    }

    /** Nothing more will be answered. */
    synchronized void fail() {
        failed = true;
        notifyAll();
    }

    /** Waits for all answers. */
    synchronized void await() throws IOException {
        while (answers < records.size()) {
            if (failed) {
                throw new IOException(
                        "Connect has ended the task before it acknowledged all records; where the task has"
                                + " failed, the connector's status says why, for example which schema a registry has refused");
            }
            try {
                wait();
            } catch (InterruptedException e) {
                throw SinkThreads.interrupted("wait for acknowledgements", e);
            }
        }
    }

    /** Places of the samples that Connect has left out. */
    synchronized BitSet dropped() {
        BitSet places = new BitSet();
        dropped.stream().forEach(record -> places.or(samples.get(record)));
        return places;
    }
}
