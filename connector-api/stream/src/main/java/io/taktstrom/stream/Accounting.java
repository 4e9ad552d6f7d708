package io.taktstrom.stream;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

import io.taktstrom.data.DropReason;

/**
 * What became of every sample that a pipeline took over, at one moment.
 *
 * @param received taken over from the sources, or from what a former run has left on disk; a sample that a stage makes counts
 *     too
 * @param published acknowledged by the sink
 * @param buffered in the ring, on disk, or at the sink without acknowledgement
 * @param dropped by reason, all reasons present
 * @param recovered of those received: what a former run had left on disk
 * @param stored of those buffered: what lies on disk, so that the next run goes on with it
 */
public record Accounting(
        long received, long published, long buffered, Map<DropReason, Long> dropped, long recovered, long stored) {

    /** Without anything on disk. */
    public Accounting(long received, long published, long buffered, Map<DropReason, Long> dropped) {
        this(received, published, buffered, dropped, 0, 0);
    }

    public Accounting {
        EnumMap<DropReason, Long> all = new EnumMap<>(DropReason.class);
        for (DropReason reason : DropReason.values()) {
            all.put(reason, dropped.getOrDefault(reason, 0L));
        }
        dropped = Collections.unmodifiableMap(all);
    }

    /** Dropped for this reason. */
    public long dropped(DropReason reason) {
        return dropped.getOrDefault(reason, 0L);
    }

    /** Dropped for whatever reason. */
    public long droppedTotal() {
        return dropped.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Dropped for a reason that no option asks for. */
    public long lost() {
        return dropped.entrySet().stream()
                .filter(drop -> !drop.getKey().wasAskedFor())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Both together. */
    public Accounting plus(Accounting other) {
        Map<DropReason, Long> sums = new EnumMap<>(DropReason.class);
        dropped.forEach((reason, samples) -> sums.put(reason, samples + other.dropped(reason)));
        return new Accounting(
                received + other.received,
                published + other.published,
                buffered + other.buffered,
                sums,
                recovered + other.recovered,
                stored + other.stored);
    }

    /** Whether no sample is missing and none was counted twice. */
    public boolean isBalanced() {
        return received == published + buffered + droppedTotal();
    }
}
