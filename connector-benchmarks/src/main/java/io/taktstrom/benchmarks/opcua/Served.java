package io.taktstrom.benchmarks.opcua;

import java.util.List;

/**
 * What the server has.
 *
 * @param items Int32, from {@code i0} on; each holds its own number, and counts the ticks for subscribers
 * @param arrays Int32 arrays, from {@code a0} on, that count the ticks for subscribers
 * @param words elements of each of these arrays
 * @param sized whether it has an array of each of {@link #SIZES}, for example {@code n1000}
 * @param tickMillis how often it counts; 0 for never
 */
record Served(int items, int arrays, int words, boolean sized, int tickMillis) {

    static final List<Integer> SIZES = List.of(10, 100, 1_000, 10_000, 100_000, 1_000_000);

    static Served parse(String text) {
        String[] parts = text.split(",", -1);
        return new Served(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Boolean.parseBoolean(parts[3]),
                Integer.parseInt(parts[4]));
    }
}
