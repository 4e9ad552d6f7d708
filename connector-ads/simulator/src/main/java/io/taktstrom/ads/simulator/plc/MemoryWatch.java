package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;

import io.taktstrom.ads.simulator.memory.Area;

/**
 * Samples memory. One made by a variable's handle dies with the handle; one made by index group and offset lives on and,
 * after an online change, shows whatever lies there now.
 */
final class MemoryWatch implements Watch {

    private final Plc plc;
    private final int group;
    private final int offset;
    private final int bytes;
    private final boolean byHandle;
    private final int generation;

    MemoryWatch(Plc plc, int group, int offset, int bytes, boolean byHandle) {
        this.plc = plc;
        this.group = group;
        this.offset = offset;
        this.bytes = bytes;
        this.byHandle = byHandle;
        this.generation = plc.generation();
    }

    @Override
    public int bytes() {
        return bytes;
    }

    @Override
    public boolean sample(ByteBuffer out, int at) {
        Area area = plc.program().area(group);
        if (area == null || (byHandle && generation != plc.generation())) {
            return false;
        }
        int read = area.group == group
                ? area.read(offset, bytes, plc.cycle(), out, at)
                : area.readBit(offset, plc.cycle(), out, at);
        return read == bytes;
    }
}
