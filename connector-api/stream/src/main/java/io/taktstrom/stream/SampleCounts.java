package io.taktstrom.stream;

import java.util.EnumMap;
import java.util.Map;

import io.taktstrom.data.DropReason;

/** What a pipeline has received, published and dropped. Guarded by the queue's monitor. */
final class SampleCounts {

    private static final class Count {
        private long value;
    }

    private final Map<DropReason, Count> dropped = new EnumMap<>(DropReason.class);
    private long received;
    private long published;
    private long recovered;

    SampleCounts() {
        for (DropReason reason : DropReason.values()) {
            dropped.put(reason, new Count());
        }
    }

    void receive(long samples) {
        received += samples;
    }

    /** Takes over what a former run has left. */
    void recover(long samples) {
        received += samples;
        recovered += samples;
    }

    void publish(long samples) {
        published += samples;
    }

    void drop(DropReason reason, long samples) {
        Count count = dropped.get(reason);
        if (count == null) {
            throw new AssertionError("no count for " + reason);
        }
        count.value += samples;
    }

    /** @param stored of what is buffered: what lies on disk */
    Accounting with(long buffered, long stored) {
        Map<DropReason, Long> reasons = new EnumMap<>(DropReason.class);
        dropped.forEach((reason, count) -> reasons.put(reason, count.value));
        return new Accounting(received, published, buffered, reasons, recovered, stored);
    }
}
