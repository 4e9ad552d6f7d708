package io.taktstrom.ads.adslib;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

import org.jspecify.annotations.Nullable;

/**
 * Where all notifications of a library come together: finds, by the number that a callback gets as {@code hUser}, the way
 * to the ring of its backend. A binding has one callback for all notifications, which does this:
 *
 * <pre>{@code
 * SampleInlet inlet = hub.inlet(user);
 * if (inlet != null) {
 *     int at = inlet.claimHeader(first, second);        // the header's bytes 0..7 and 8..15, little-endian
 *     if (at >= 0) {
 *         copy inlet.size() bytes, which follow the header, to inlet.array(), from index at
 *         inlet.publish();
 *     }
 * }
 * }</pre>
 *
 * <p>Hot, thread-safe: looking up allocates nothing and takes no lock. Numbers are not used again soon: libraries may call
 * back for a notification that was deleted a moment ago.
 */
public final class NotificationHub {

    private static final int SLOT_BITS = 20;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    private final HeaderOrder order = new HeaderOrder();
    private final Queue<Integer> free = new ArrayDeque<>();
    private int[] generations = new int[64];
    private int used;
    private volatile @Nullable SampleInlet[] inlets = new SampleInlet[generations.length];

    /** The way of a sample, or null if its notification is deleted. */
    public @Nullable SampleInlet inlet(int user) {
        @Nullable SampleInlet[] current = inlets;
        int slot = user & SLOT_MASK;
        SampleInlet inlet = slot < current.length ? current[slot] : null;
        return inlet != null && inlet.user() == user ? inlet : null;
    }

    HeaderOrder order() {
        return order;
    }

    /**
     * A way for a new notification.
     *
     * @param key what the listener calls it
     * @param length of its value
     */
    synchronized SampleInlet enter(NotificationRing ring, int key, int length) {
        int slot = slot();
        generations[slot]++;
        SampleInlet inlet = new SampleInlet(this, ring, generations[slot] << SLOT_BITS | slot, key, length);
        @Nullable SampleInlet[] current = inlets;
        current[slot] = inlet;
        // The array is the same; storing it makes the change visible to readers.
        inlets = current;
        return inlet;
    }

    private int slot() {
        if (used <= SLOT_MASK && (free.isEmpty() || free.size() < used / 2)) {
            if (used == generations.length) {
                generations = Arrays.copyOf(generations, 2 * used);
                inlets = Arrays.copyOf(inlets, 2 * used);
            }
            return used++;
        }
        Integer slot = free.poll();
        if (slot == null) {
            throw new IllegalStateException("more than " + SLOT_MASK + " notifications in one process");
        }
        return slot;
    }

    /** The notification is deleted; samples of it that still come go nowhere. */
    synchronized void leave(SampleInlet inlet) {
        int slot = inlet.user() & SLOT_MASK;
        @Nullable SampleInlet[] current = inlets;
        if (current[slot] == inlet) {
            current[slot] = null;
            inlets = current;
            free.add(slot);
        }
    }
}
