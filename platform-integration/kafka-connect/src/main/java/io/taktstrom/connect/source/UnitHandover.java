package io.taktstrom.connect.source;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Between pipelines, which bring flush units and wait until they are published, and the worker, which polls records and says of
 * each when the topic has it. Thread-safe. Holds one unit of each pipeline at most.
 */
final class UnitHandover {

    private final BlockingQueue<RecordUnit> waiting = new LinkedBlockingQueue<>();
    private final Set<RecordUnit> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Brings a unit; returns when all its records are published or dropped by Connect.
     *
     * @throws IOException when the task ends before that
     */
    void deliver(RecordUnit unit) throws IOException {
        open.add(unit);
        try {
            waiting.add(unit);
            if (closed) {
                unit.fail();
            }
            unit.await();
        } finally {
            open.remove(unit);
        }
    }

    /** The records of all units that wait; null when none comes in time. */
    @Nullable
    List<SourceRecord> poll(Duration limit) throws InterruptedException {
        RecordUnit unit = waiting.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        if (unit == null || closed) {
            return null;
        }
        List<SourceRecord> records = new ArrayList<>();
        do {
            records.addAll(unit.records());
            unit = waiting.poll();
        } while (unit != null);
        return records;
    }

    /** No thread polls any more: what is not published yet will not be. Idempotent. */
    void close() {
        closed = true;
        open.forEach(RecordUnit::fail);
    }
}
