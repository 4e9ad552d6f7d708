package io.taktstrom.runtime.integrity;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;

/** Reads what a counter's stream ends with, and notes each number that is missing without a mark, or comes again. */
final class RoundVerdict implements SinkInlet {

    private final CountingDevice.Promise promise;
    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final List<String> last = new ArrayList<>();
    private final AtomicLong samples = new AtomicLong();
    private final AtomicLong values = new AtomicLong();
    private volatile boolean restarted;
    private long before = -1;
    private long timeBefore = SampleBatch.NO_TIME;
    private boolean bad;
    private long marks;

    RoundVerdict(CountingDevice.Promise promise) {
        this.promise = promise;
    }

    /** The device has begun again: its counter may have, too. */
    void onRestart() {
        restarted = true;
    }

    /** Samples that were published. */
    long samples() {
        return samples.get();
    }

    /** Those of them that had a value. */
    long values() {
        return values.get();
    }

    /** What was wrong. */
    List<String> wrong() {
        return wrong;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) {
        for (int i = 0; i < batch.size(); i++) {
            see(batch.statusAt(i), batch.longAt(i), batch.sourceTimeAt(i));
        }
        samples.addAndGet(batch.size());
    }

    private void see(int status, long value, long time) {
        last.add(
                StatusCode.isBad(status)
                        ? StatusCode.name(status)
                        : value + (StatusCode.hasOverflow(status) ? "!" : ""));
        if (last.size() > 8) {
            last.remove(0);
        }
        if (StatusCode.isBad(status)) {
            bad = true;
            return;
        }
        boolean marked = StatusCode.hasOverflow(status);
        marks += marked ? 1 : 0;
        boolean again = value == before && (time == timeBefore || promise == CountingDevice.Promise.POLLS);
        boolean first = before < 0 || (restarted && bad);
        boolean follows = value == before + 1;
        boolean excused = value > before
                && (marked
                        || promise == CountingDevice.Promise.POLLS
                        || (promise == CountingDevice.Promise.PUSHES && bad));
        if (!first && !follows && !again && !excused) {
            wrong.add(value + " after " + before + ": " + last);
        }
        before = value;
        timeBefore = time;
        bad = false;
        values.incrementAndGet();
    }

    @Override
    public String toString() {
        return values + " values, " + marks + " marks, last " + last;
    }
}
