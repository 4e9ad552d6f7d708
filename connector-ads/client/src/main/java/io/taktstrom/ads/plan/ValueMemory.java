package io.taktstrom.ads.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.ads.symbol.Resolution;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectorException;

/**
 * Takes the memory for the values of a group from the connection's grant: arrays, structures and strings are as long as the
 * device says. Small ones first, so that one that is too large costs its own point, and no other.
 */
final class ValueMemory {

    /** An image is in the answer, the receiving buffer, a batch, and a copy of one. */
    private static final long COPIES = 4;

    private static final long BYTES_PER_PART = 64;

    /** All values of a group are in one arena, whose size is an int. */
    private static final long MAX_ARENA_BYTES = 1 << 30;

    private ValueMemory() {}

    private static long cost(Resolution resolution) {
        AdsVariable variable = resolution.variable();
        return variable == null || variable.type().isInline()
                ? 0
                : COPIES * variable.bytes() + BYTES_PER_PART * resolution.parts();
    }

    /** The resolutions, those refused that are beyond the grant. */
    static List<Resolution> grant(Symbols symbols, MemoryBudget held, List<DataPoint> points, List<Resolution> found)
            throws ConnectorException {
        List<Resolution> granted = new ArrayList<>(found);
        List<Integer> order = IntStream.range(0, found.size())
                .filter(i -> cost(found.get(i)) > 0)
                .boxed()
                .sorted(Comparator.comparingLong(i -> cost(found.get(i))))
                .toList();
        long arena = 0;
        for (int i : order) {
            AdsVariable variable = found.get(i).variable();
            long cost = cost(found.get(i));
            if (variable != null) {
                arena += variable.type().arenaBytes();
                if (arena > MAX_ARENA_BYTES || !held.tryTake(cost)) {
                    arena -= variable.type().arenaBytes();
                    symbols.handles().release(variable);
                    String what = "hold " + points.get(i).address() + ", " + variable.bytes() + " bytes";
                    granted.set(
                            i,
                            Resolution.bad(
                                    StatusCode.BAD_ENCODING_LIMITS_EXCEEDED, symbols.at(held.refusal(cost, what))));
                }
            }
        }
        return granted;
    }
}
