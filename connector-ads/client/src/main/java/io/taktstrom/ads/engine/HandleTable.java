package io.taktstrom.ads.engine;

import java.util.Arrays;
import java.util.List;

import io.taktstrom.ads.backend.AdsNotification;

/**
 * Finds the key of a notification by the device's handle. Hot: a look-up allocates nothing and takes no lock. Changes
 * copy the table.
 */
final class HandleTable {

    static final int UNKNOWN = -1;

    /** Handle and key side by side, at a place that follows from the handle, or the next free one behind it. */
    private volatile int[] table = empty(0);

    /** At least twice as many places as handles, so that there is always a free one. */
    private static int[] empty(int handles) {
        int[] created = new int[4 * Integer.highestOneBit(Math.max(4, 2 * handles))];
        Arrays.fill(created, UNKNOWN);
        return created;
    }

    int key(int handle) {
        int[] current = table;
        return current[place(current, handle) + 1];
    }

    /** The place of a handle, or where it would have to be. */
    private static int place(int[] table, int handle) {
        int mask = table.length / 2 - 1;
        // Handles often count up; spread them by their low bits, and mix in the high ones.
        int at = (handle ^ (handle >>> 16)) & mask;
        while (table[2 * at + 1] != UNKNOWN && table[2 * at] != handle) {
            at = (at + 1) & mask;
        }
        return 2 * at;
    }

    /** Adds those that are active. A handle that is there already gets its new key. */
    synchronized void add(List<AdsNotification> notifications) {
        int[] old = table;
        int[] created = empty(size(old) + notifications.size());
        copy(old, created);
        for (AdsNotification notification : notifications) {
            if (notification.active()) {
                put(created, notification.handle(), notification.key());
            }
        }
        table = created;
    }

    /** Removes those that are still there under their key. */
    synchronized void remove(List<AdsNotification> notifications) {
        int[] old = table.clone();
        for (AdsNotification notification : notifications) {
            int at = place(old, notification.handle());
            if (old[at + 1] == notification.key()) {
                // Left in the way for the look-ups that follow; not copied below.
                old[at + 1] = Integer.MIN_VALUE;
            }
        }
        int[] created = empty(size(old));
        copy(old, created);
        table = created;
    }

    private static void copy(int[] from, int[] to) {
        for (int at = 0; at < from.length; at += 2) {
            if (from[at + 1] >= 0) {
                put(to, from[at], from[at + 1]);
            }
        }
    }

    private static void put(int[] table, int handle, int key) {
        int at = place(table, handle);
        table[at] = handle;
        table[at + 1] = key;
    }

    private static int size(int[] table) {
        int size = 0;
        for (int at = 1; at < table.length; at += 2) {
            size += table[at] >= 0 ? 1 : 0;
        }
        return size;
    }
}
