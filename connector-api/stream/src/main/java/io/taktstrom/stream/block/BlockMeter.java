package io.taktstrom.stream.block;

import java.util.concurrent.atomic.AtomicLong;

/** What the rings of one scan have given, over all of its sessions. Thread-safe; counting allocates nothing. */
public final class BlockMeter {

    private final AtomicLong samples = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong torn = new AtomicLong();
    private final AtomicLong interruptions = new AtomicLong();

    /** Samples that were delivered, of all points together. */
    public long samples() {
        return samples.get();
    }

    /** Samples that the device overwrote before they were read, of all points together: exact, by the counter. */
    public long lost() {
        return lost.get();
    }

    /** Images that could not be used because the device was writing; the next one has their samples, too. */
    public long torn() {
        return torn.get();
    }

    /** How often the counter was reset, or the device's clock went on without it. */
    public long interruptions() {
        return interruptions.get();
    }

    void onSamples(long count) {
        samples.addAndGet(count);
    }

    void onLost(long count) {
        lost.addAndGet(count);
    }

    void onTorn() {
        torn.incrementAndGet();
    }

    void onInterruption() {
        interruptions.incrementAndGet();
    }
}
