package io.taktstrom.s7.plan;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.VarItem;
import org.jspecify.annotations.Nullable;

/**
 * Which neighbours are read together. Two values in one item save the header of an item in request and answer, and one of
 * the few items of a request; they cost the bytes between them. What is cheaper depends on the block, so it is tried
 * out for each.
 */
final class Coalescing {

    /** Gaps that are tried, in bytes. Larger ones than the last never pay. */
    private static final int[] GAPS = {0, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128};

    private final PduLimits limits;

    Coalescing(PduLimits limits) {
        this.limits = limits;
    }

    /**
     * Merges the ranges of one block.
     *
     * @param sorted by start, all of one area and data block
     */
    List<Range> merge(List<Range> sorted) {
        List<Range> best = merge(sorted, GAPS[0]);
        double least = cost(best);
        for (int i = 1; i < GAPS.length && best.size() > 1; i++) {
            List<Range> merged = merge(sorted, GAPS[i]);
            double cost = cost(merged);
            if (cost < least) {
                best = merged;
                least = cost;
            }
        }
        return best;
    }

    private List<Range> merge(List<Range> sorted, int gap) {
        List<Range> merged = new ArrayList<>();
        for (Range next : sorted) {
            Range last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            Range both = last == null ? null : together(last, next, gap);
            if (both == null) {
                merged.add(next);
            } else {
                merged.set(merged.size() - 1, both);
            }
        }
        return merged;
    }

    private @Nullable Range together(Range one, Range next, int gap) {
        int unit = Areas.unitBytes(one.area());
        if ((next.start() - one.end()) * unit > gap) {
            return null;
        }
        int bytes = (Math.max(one.end(), next.end()) - one.start()) * unit;
        // What fits into one answer is not torn apart, and what is inside another range costs nothing.
        boolean fits = bytes <= limits.mostReadBytes() || bytes == one.bytes();
        return fits ? new Range(one.area(), one.db(), one.start(), bytes) : null;
    }

    /** In requests and parts of one. */
    private double cost(List<Range> ranges) {
        double answer = 0;
        for (Range range : ranges) {
            answer += DataItem.HEADER_BYTES + DataItem.padded(range.bytes());
        }
        double request = (double) ranges.size() * VarItem.BYTES;
        double fullest = Math.max(
                Math.max(answer / limits.readRoom(), request / (limits.requestBytes() - ReadVar.REQUEST_BYTES)),
                (double) ranges.size() / limits.mostReadItems());
        // Of two that need the same requests, the one with fewer bytes.
        return fullest + (answer + request) / 1e9;
    }
}
