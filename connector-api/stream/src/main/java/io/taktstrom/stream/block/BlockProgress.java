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
     * Goes on where another scan has ended: its rings are read by this one now. Of two that have read the same ring, the one that
     * has read more counts.
     *
     * @param ended used by no subscription any more
     * @return false when points of the other one miss samples by that
     */
    public boolean adopt(BlockProgress ended) {
        Map<String, DeviceRingCursor> its;
        synchronized (ended) {
            its = Map.copyOf(ended.cursors);
        }
        boolean isWhole = true;
        synchronized (this) {
            for (Map.Entry<String, DeviceRingCursor> each : its.entrySet()) {
                DeviceRingCursor mine = cursors.putIfAbsent(each.getKey(), each.getValue());
                if (mine != null && mine.head() != each.getValue().head()) {
                    isWhole = false;
                    if (mine.head() < each.getValue().head()) {
                        cursors.put(each.getKey(), each.getValue());
                    }
                }
            }
        }
        return isWhole;
    }

    public BlockMeter meter() {
        return meter;
    }

    /** Of the ring at this address; the same one each time. */
    synchronized DeviceRingCursor cursor(String address) {
        return cursors.computeIfAbsent(address, key -> new DeviceRingCursor(fromOldest));
    }
}
