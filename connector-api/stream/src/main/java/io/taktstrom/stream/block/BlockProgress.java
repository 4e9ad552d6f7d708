package io.taktstrom.stream.block;

import java.util.HashMap;
import java.util.Map;

/**
 * How far the rings of one scan have been read. Outlives the connections to the device: what a ring still holds after an
 * interruption is not lost. Used by one subscription at a time.
 */
public final class BlockProgress {

    private final BlockMeter meter;
    private final boolean fromOldest;
    private final Map<String, DeviceRingCursor> cursors = new HashMap<>();

    /**
     * Nothing is read yet: the first is the newest sample.
     *
     * @param meter gets what is counted
     */
    public BlockProgress(BlockMeter meter) {
        this(meter, false);
    }

    /** @param fromOldest whether the first is the oldest sample that the ring holds */
    public BlockProgress(BlockMeter meter, boolean fromOldest) {
        this.meter = meter;
        this.fromOldest = fromOldest;
    }

    /**
     * Goes on where another scan has ended: its rings are read by this one now.
     *
     * @param ended used by no subscription any more
     */
    public void adopt(BlockProgress ended) {
        Map<String, DeviceRingCursor> its;
        synchronized (ended) {
            its = Map.copyOf(ended.cursors);
        }
        synchronized (this) {
            its.forEach(cursors::putIfAbsent);
        }
    }

    public BlockMeter meter() {
        return meter;
    }

    /** Of the ring at this address; the same one each time. */
    synchronized DeviceRingCursor cursor(String address) {
        return cursors.computeIfAbsent(address, key -> new DeviceRingCursor(fromOldest));
    }
}
