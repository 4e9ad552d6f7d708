package io.taktstrom.ads.simulator.memory;

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
public record PlcVariable(
        String name,
        PlcType type,
        PlcMemory area,
        int offset,
        int bit,
        String comment,
        Symbol symbol,
        Map<String, String> attributes) {

    /** A whole symbol. */
    public PlcVariable(String name, PlcType type, PlcMemory area, int offset, int bit, String comment, Symbol symbol) {
        this(name, type, area, offset, bit, comment, symbol, symbol.attributes());
    }

    public boolean isBit() {
        return bit != StructType.WHOLE;
    }

    public int bytes() {
        return type.bytes();
    }

    /** As clients address it. */
    public int indexGroup() {
        return isBit() ? area.group + 1 : area.group;
    }

    /** As clients address it. */
    public int indexOffset() {
        return isBit() ? 8 * offset + bit : offset;
    }
}
