package io.taktstrom.stream;

/** Samples of a {@link SampleStore} in their order. Guarded by the queue's monitor. */
final class SlotChain {

    int first;
    int last;
    int size;
    /** Arena bytes that they hold. */
    int bytes;

    boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        size = 0;
        bytes = 0;
    }

    /** Takes over the samples of another chain, which is empty then. */
    void takeAll(SlotChain other) {
        first = other.first;
        last = other.last;
        size = other.size;
        bytes = other.bytes;
        other.clear();
    }
}
