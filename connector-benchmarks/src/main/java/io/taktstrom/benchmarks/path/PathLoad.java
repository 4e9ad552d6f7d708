package io.taktstrom.benchmarks.path;

import java.util.Locale;

/**
 * Values that change.
 *
 * @param items each of which changes in each period
 * @param periodMillis from one value to the next, and how often the server publishes
 */
record PathLoad(int items, int periodMillis) {

    /** Values that the server keeps of each item for a client that is late. */
    static final int QUEUE = 50;

    double perSecond() {
        return 1e3 * items / periodMillis;
    }

    /** As people read it. */
    String title() {
        return String.format(Locale.ROOT, "%,.0f/s", perSecond());
    }
}
