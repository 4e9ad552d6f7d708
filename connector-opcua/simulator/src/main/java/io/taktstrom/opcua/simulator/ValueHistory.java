package io.taktstrom.opcua.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.jspecify.annotations.Nullable;

/** The last values of a variable, in the order in which it had them. Bounded; the oldest go. Thread-safe. */
final class ValueHistory {

    /**
     * A part of what was asked for.
     *
     * @param next number of the first value of the next part, or -1 if this is the last
     */
    record Page(List<DataValue> values, long next) {}

    private final DataValue[] ring;
    private long end;

    ValueHistory(int capacity) {
        ring = new DataValue[capacity];
    }

    synchronized void add(DataValue value) {
        ring[(int) (end % ring.length)] = value;
        end++;
    }

    synchronized void clear() {
        // Numbers go on, so that an old continuation point finds nothing that is not its own.
        end += ring.length;
        Arrays.fill(ring, null);
    }

    /**
     * Values in a range of time, by source time; OPC UA Part 11, 6.5.3.2: from the start up to but not at the end; backward
     * where the start is after the end, or there is only an end.
     *
     * @param from number of the value to go on at, or -1
     * @param most 0 for all
     */
    synchronized Page read(@Nullable DateTime start, @Nullable DateTime stop, long from, int most) {
        boolean backward = start == null || (stop != null && start.utcTime() > stop.utcTime());
        long first = Math.max(0, end - ring.length);
        List<DataValue> found = new ArrayList<>();
        long number = from >= 0 ? Math.min(Math.max(from, first), end - 1) : backward ? end - 1 : first;
        for (; number >= first && number < end; number += backward ? -1 : 1) {
            DataValue value = ring[(int) (number % ring.length)];
            if (value != null && isInside(value, start, stop)) {
                if (most > 0 && found.size() == most) {
                    return new Page(found, number);
                }
                found.add(value);
            }
        }
        return new Page(found, -1);
    }

    private static boolean isInside(DataValue value, @Nullable DateTime start, @Nullable DateTime stop) {
        DateTime time = value.sourceTime();
        if (time == null) {
            return false;
        }
        long at = time.utcTime();
        if (start == null) {
            return stop != null && at <= stop.utcTime();
        }
        if (stop == null) {
            return at >= start.utcTime();
        }
        if (start.equals(stop)) {
            return at == start.utcTime();
        }
        return start.utcTime() < stop.utcTime()
                ? at >= start.utcTime() && at < stop.utcTime()
                : at <= start.utcTime() && at > stop.utcTime();
    }
}
