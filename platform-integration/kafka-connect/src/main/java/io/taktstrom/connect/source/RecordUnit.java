package io.taktstrom.connect.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import io.taktstrom.sinks.message.SinkThreads;

/** The records of a flush unit, on their way. Made by a pipeline's thread, answered by any. */
final class RecordUnit {

    private final List<SampleRecord> records = new ArrayList<>();
    /** Guarded by this, as is all below. */
    private final BitSet answered = new BitSet();

    private final BitSet dropped = new BitSet();
    private int answers;
    private boolean failed;

    void add(SampleRecord record) {
        records.add(record);
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
                throw new IOException("the task has ended");
            }
            try {
                wait();
            } catch (InterruptedException e) {
                throw SinkThreads.interrupted("wait for acknowledgements", e);
            }
        }
    }

    /** Places of those that Connect has left out. */
    synchronized BitSet dropped() {
        return (BitSet) dropped.clone();
    }
}
