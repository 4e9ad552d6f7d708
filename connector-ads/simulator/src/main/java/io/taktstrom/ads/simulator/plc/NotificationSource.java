package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;

import io.taktstrom.ads.simulator.model.Burst;
import org.jspecify.annotations.Nullable;

/**
 * What a notification samples. One made by a variable's handle ends with the handle; one made by index group and offset
 * continues and, after an online change, samples the bytes that are there now. Guarded by the simulation's lock.
 *
 * @param generation of the handle, see {@link AmsDevice#generation}; {@link #ANY_GENERATION} without one
 * @param burst numbers that a thread of its own sends, and no task cycle; null for a sample per cycle
 */
public record NotificationSource(
        AmsDevice device,
        int group,
        int offset,
        int bytes,
        int generation,
        @Nullable Burst burst) {

    static final int ANY_GENERATION = -1;

    static NotificationSource of(AmsDevice device, int group, int offset, int bytes) {
        return new NotificationSource(device, group, offset, bytes, ANY_GENERATION, null);
    }

    /** Copies the value; returns false, also from then on, when what it samples is gone. */
    public boolean sample(ByteBuffer out, int at) {
        return (generation == ANY_GENERATION || generation == device.generation())
                && device.read(group, offset, bytes, out, at) == bytes;
    }
}
