package io.taktstrom.ads.simulator.plc;

import java.util.ArrayDeque;
import java.util.Arrays;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.simulator.memory.PlcVariable;
import org.jspecify.annotations.Nullable;

/**
 * Handles of variables and methods. The upper twelve bits of a handle say when it was made, so that one from before an online change or a
 * download is known as such and never means another variable. Guarded by the simulation's lock.
 *
 * <pre>
 *  31        20 19                  0
 *  +-----------+---------------------+
 *  | generation| index + 1           |
 *  +-----------+---------------------+
 * </pre>
 */
final class Handles {

    private static final int INDEX_BITS = 20;
    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;
    private static final int GENERATIONS = 1 << (Integer.SIZE - INDEX_BITS);

    private final int limit;
    private @Nullable Object[] targets = new Object[64];
    /** Indices of closed handles, to be used again. */
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

    private int used;
    private int generation = 1;
    /** Handles of older generations tell of an online change; those from before this one, of nothing. */
    private int firstRemembered = 1;

    /** @param limit at most 1048575 */
    Handles(int limit) {
        this.limit = Math.min(limit, INDEX_MASK);
    }

    /**
     * Returns 0 if there are no more.
     *
     * @param target a {@link PlcVariable} or a {@link MethodInstance}
     */
    int open(Object target) {
        Integer closed = free.poll();
        if (closed == null && used == limit) {
            return 0;
        }
        int index = closed != null ? closed : used++;
        if (index == targets.length) {
            targets = Arrays.copyOf(targets, 2 * index);
        }
        targets[index] = target;
        return generation << INDEX_BITS | index + 1;
    }

    @Nullable
    PlcVariable find(int handle) {
        return target(handle) instanceof PlcVariable variable ? variable : null;
    }

    @Nullable
    MethodInstance findMethod(int handle) {
        return target(handle) instanceof MethodInstance method ? method : null;
    }

    private @Nullable Object target(int handle) {
        int index = (handle & INDEX_MASK) - 1;
        return handle >>> INDEX_BITS == generation && index >= 0 && index < used ? targets[index] : null;
    }

    /** Why {@link #find} found nothing. */
    int error(int handle) {
        int made = handle >>> INDEX_BITS;
        return made >= firstRemembered && made < generation
                ? AdsErrorCode.SYMBOL_VERSION_INVALID
                : AdsErrorCode.SYMBOL_NOT_FOUND;
    }

    /** Closes a handle; false if it was never issued, or is closed. */
    boolean close(int handle) {
        if (target(handle) == null) {
            return false;
        }
        int index = (handle & INDEX_MASK) - 1;
        targets[index] = null;
        free.push(index);
        return true;
    }

    /**
     * All handles die.
     *
     * @param remembered whether their use is answered with "symbol version invalid"
     */
    void clear(boolean remembered) {
        Arrays.fill(targets, null);
        free.clear();
        used = 0;
        generation = generation + 1 < GENERATIONS ? generation + 1 : 1;
        if (!remembered || generation == 1) {
            firstRemembered = generation;
        }
    }
}
