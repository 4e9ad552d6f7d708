package io.taktstrom.stream;

import java.util.BitSet;

/**
 * Which places of a fixed space are free. Gives out the next free piece behind the last one and begins again at the end, so
 * that what comes in one after the other lies side by side, around pieces that are held for longer. Hot: allocates nothing
 * after construction. Not thread-safe.
 *
 * <pre>
 *   [ used | free | held for long | at ... end | used ]       at..end is set aside for the next calls of take
 * </pre>
 */
final class FreeSpace {

    private final BitSet used;
    private final int size;
    private int at;
    private int end;

    FreeSpace(int size) {
        this.size = size;
        used = new BitSet(size);
    }

    /** Whether that many places are free in one piece. */
    boolean has(int length) {
        return end - at >= length || find(length);
    }

    /** The first of that many places, which there {@linkplain #has are}. */
    int take(int length) {
        if (!has(length)) {
            throw new IllegalStateException("no free piece of " + length + " places");
        }
        int first = at;
        at += length;
        return first;
    }

    void free(int first, int length) {
        used.clear(first, first + length);
    }

    private boolean find(int length) {
        used.clear(at, end);
        return find(length, at, size) || find(length, 0, size);
    }

    private boolean find(int length, int from, int to) {
        int first = used.nextClearBit(from);
        while (first + length <= to) {
            int behind = used.nextSetBit(first);
            int last = behind < 0 ? size : behind;
            if (last - first >= length) {
                used.set(first, last);
                at = first;
                end = last;
                return true;
            }
            first = used.nextClearBit(last);
        }
        end = at;
        return false;
    }
}
