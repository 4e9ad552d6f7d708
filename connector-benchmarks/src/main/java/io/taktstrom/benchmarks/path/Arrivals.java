package io.taktstrom.benchmarks.path;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

import org.HdrHistogram.Histogram;

/**
 * Counts what arrives of items that count, each by ones. What lies between the first and the last number of an item in a window and
 * did not come is lost. One thread counts, any asks.
 */
final class Arrivals {

    /** Of one item. */
    private static final class Item {
        private final BitSet seen = new BitSet();
        private final long base;
        private long newest;

        Item(long first) {
            base = first;
            newest = first - 1;
        }
    }

    private final Map<Integer, Item> items = new HashMap<>();
    private final Histogram delay = new Histogram(1, 600_000_000_000L, 3);
    private long received;
    private long repeated;
    private long outOfOrder;

    /** What a window had. */
    record Tally(
            long items,
            long received,
            long lost,
            long repeated,
            long outOfOrder,
            long p50,
            long p99,
            long max,
            long p999) {}

    /** One value, and nanoseconds since its source time. */
    synchronized void take(int item, long number, long delayNanos) {
        Item known = items.computeIfAbsent(item, any -> new Item(number));
        received++;
        delay.recordValue(Math.max(1, Math.min(delayNanos, delay.getHighestTrackableValue())));
        if (number < known.base) {
            // From before the window.
            outOfOrder++;
            return;
        }
        int place = Math.toIntExact(number - known.base);
        if (known.seen.get(place)) {
            repeated++;
        } else if (number < known.newest) {
            outOfOrder++;
        }
        known.seen.set(place);
        known.newest = Math.max(known.newest, number);
    }

    /** Begins a window. */
    synchronized void reset() {
        items.clear();
        delay.reset();
        received = 0;
        repeated = 0;
        outOfOrder = 0;
    }

    /** The window so far. */
    synchronized Tally tally() {
        long lost = 0;
        for (Item item : items.values()) {
            lost += item.newest - item.base + 1 - item.seen.cardinality();
        }
        return new Tally(
                items.size(),
                received,
                lost,
                repeated,
                outOfOrder,
                delay.getValueAtPercentile(50),
                delay.getValueAtPercentile(99),
                delay.getMaxValue(),
                delay.getValueAtPercentile(99.9));
    }
}
