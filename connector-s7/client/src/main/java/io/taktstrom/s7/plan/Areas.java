package io.taktstrom.s7.plan;

import io.taktstrom.s7.address.S7Area;
import io.taktstrom.s7.protocol.s7.Area;
import io.taktstrom.s7.protocol.s7.VarItem;

/** Areas as numbers on the wire. */
final class Areas {

    /** Bytes of one timer or counter. */
    private static final int NUMBERED_BYTES = 2;

    private Areas() {}

    static int number(S7Area area) {
        return switch (area) {
            case INPUT -> Area.INPUT;
            case OUTPUT -> Area.OUTPUT;
            case MEMORY -> Area.MEMORY;
            case DATA_BLOCK -> Area.DATA_BLOCK;
            case TIMER -> Area.TIMER;
            case COUNTER -> Area.COUNTER;
        };
    }

    /** Transport size of whole values. */
    static int transport(S7Area area) {
        return switch (area) {
            case TIMER -> VarItem.TIMER;
            case COUNTER -> VarItem.COUNTER;
            default -> VarItem.BYTE;
        };
    }

    /** Bytes from one address to the next. */
    static int unitBytes(S7Area area) {
        return area.isNumbered() ? NUMBERED_BYTES : 1;
    }

    /** The address on the wire of what starts so many units into the area. */
    static int pointer(S7Area area, int start) {
        return area.isNumbered() ? start : Byte.SIZE * start;
    }
}
