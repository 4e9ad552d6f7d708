package io.taktstrom.modbus;

import java.util.List;

import io.taktstrom.kit.plan.SpanRules;

/** The four tables of a device (Modbus Application Protocol 1.1b3, 4.3), in the order of the functions that read them. */
enum ModbusArea {
    CO,
    DI,
    HR,
    IR;

    private static final List<ModbusArea> ALL = List.of(values());

    /** Near points are read together (6.1 and 6.3): one more request costs as much as 250 bytes read in vain. */
    static final SpanRules RULES =
            SpanRules.requests(area -> of(area).isBits() ? 2000 : 125, area -> of(area).isBits() ? 1 : 2, 250);

    /** The area that a function reads; the same number is that of its spans. */
    static ModbusArea of(long readFunction) {
        return ALL.get((int) readFunction - 1);
    }

    int readFunction() {
        return ALL.indexOf(this) + 1;
    }

    int writeFunction() {
        return isBits() ? 15 : 16;
    }

    boolean isWritable() {
        return this == CO || this == HR;
    }

    /** What one request writes at most (6.11 and 6.12): a longer value could not be written as a whole. */
    int maxWrite() {
        return isBits() ? 1968 : 123;
    }

    boolean isBits() {
        return this == CO || this == DI;
    }

    /** Bytes that values take in a request or an answer. */
    int dataBytes(int units) {
        return isBits() ? (units + 7) / 8 : 2 * units;
    }
}
