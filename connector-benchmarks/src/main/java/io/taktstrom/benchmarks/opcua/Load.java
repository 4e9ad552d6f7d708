package io.taktstrom.benchmarks.opcua;

import java.util.Locale;

/**
 * What is subscribed to.
 *
 * @param clients connections, each with a subscription of its own
 * @param items of each client
 * @param words elements of an item's array; 0 for items that are one number
 * @param periodMillis from one value of an item to the next, and publishing interval; sampled is whenever there is a value
 */
record Load(int clients, int items, int words, int periodMillis) {

    /** What a server keeps of each item for a client that is late, so that it overflows only when the client is far behind. */
    static final int QUEUE = 50;

    Served served() {
        return words == 0
                ? new Served(items, 0, 0, false, periodMillis)
                : new Served(0, items, words, false, periodMillis);
    }

    double valuesPerSecond() {
        return 1e3 * clients * items / periodMillis;
    }

    String item(int i) {
        return (words == 0 ? "i" : "a") + i;
    }

    /** Whether an array is the one of that count. */
    boolean isWhole(int length, int first, int last) {
        return length == words && last - first == words - 1;
    }

    /** As {@link #parse} takes it. */
    String text() {
        return clients + "x" + items + "x" + words + "@" + periodMillis;
    }

    static Load parse(String text) {
        String[] parts = text.split("[x@]", -1);
        return new Load(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]));
    }

    /** As people read it. */
    String title() {
        return String.format(
                Locale.ROOT,
                "%d × %,d%s every %d ms",
                clients,
                items,
                words == 0 ? "" : " × " + words + " words",
                periodMillis);
    }
}
