package io.taktstrom.s7.plan;

import java.nio.ByteBuffer;

import io.taktstrom.s7.address.S7Area;
import io.taktstrom.s7.protocol.s7.VarItem;

/**
 * Consecutive memory of a CPU, read as one item.
 *
 * @param start in units of the area: bytes, or the number of a timer or counter
 * @param bytes whole units
 */
record Range(S7Area area, int db, int start, int bytes) {

    /** First unit behind it. */
    int end() {
        return start + bytes / Areas.unitBytes(area);
    }

    void write(ByteBuffer buffer, int at) {
        VarItem.write(
                buffer,
                at,
                Areas.transport(area),
                bytes / Areas.unitBytes(area),
                db,
                Areas.number(area),
                Areas.pointer(area, start));
    }

    /** For messages, in the words of STEP 7. */
    @Override
    public String toString() {
        String last = end() - start > 1 ? ".." + (end() - 1) : "";
        return switch (area) {
            case DATA_BLOCK -> "DB" + db + ".DBB" + start + last;
            case TIMER, COUNTER -> area.letter() + start + last;
            default -> area.letter() + "B" + start + last;
        };
    }
}
