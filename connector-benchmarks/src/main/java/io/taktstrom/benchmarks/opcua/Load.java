package io.taktstrom.benchmarks.opcua;

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

    String item(int i) {
        return (words == 0 ? "i" : "a") + i;
    }

    /** Whether an array is the one of that count. */
    boolean isWhole(int length, int first, int last) {
        return length == words && last - first == words - 1;
    }

    static Load parse(String text) {
        String[] parts = text.split("[x@]", -1);
        return new Load(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]));
    }
}
