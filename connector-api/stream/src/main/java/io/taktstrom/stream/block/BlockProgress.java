package io.taktstrom.stream.block;

import java.util.HashMap;
import java.util.Map;

/**
 * How far the rings of one scan have been read. Outlives the connections to the device: what a ring still holds after an
 * interruption is not lost. Used by one subscription at a time.
 */
public final class BlockProgress {

    private final BlockMeter meter;
    private final Map<String, DeviceRingCursor> cursors = new HashMap<>();

    /** @param meter gets what is counted */
    public BlockProgress(BlockMeter meter) {
        this.meter = meter;
    }

    public BlockMeter meter() {
        return meter;
    }

    /** Of the ring at this address; the same one each time. */
    synchronized DeviceRingCursor cursor(String address) {
        return cursors.computeIfAbsent(address, key -> new DeviceRingCursor());
    }
}
