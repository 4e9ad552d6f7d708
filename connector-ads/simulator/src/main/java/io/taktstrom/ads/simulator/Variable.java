package io.taktstrom.ads.simulator;

import java.util.Map;

import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.model.StructType;

/**
 * A symbol, or a part of one, at its place in memory.
 *
 * @param name full path as declared
 * @param bit 0 to 7 if the variable is one bit of the byte at {@code offset}, otherwise {@link StructType#WHOLE}
 * @param symbol which symbol it is, or belongs to
 * @param attributes as the program has written them at the symbol or the member
 */
record Variable(
        String name,
        PlcType type,
        Area area,
        int offset,
        int bit,
        String comment,
        Symbol symbol,
        Map<String, String> attributes) {

    /** A whole symbol. */
    Variable(String name, PlcType type, Area area, int offset, int bit, String comment, Symbol symbol) {
        this(name, type, area, offset, bit, comment, symbol, symbol.attributes());
    }

    boolean isBit() {
        return bit != StructType.WHOLE;
    }

    int bytes() {
        return type.bytes();
    }

    /** As clients address it. */
    int indexGroup() {
        return isBit() ? area.group + 1 : area.group;
    }

    /** As clients address it. */
    int indexOffset() {
        return isBit() ? 8 * offset + bit : offset;
    }
}
