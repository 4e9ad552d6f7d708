package io.taktstrom.ads.simulator.memory;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.ads.simulator.model.PlcType.Structure.Member;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;

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

    private static final Pattern STEP = Pattern.compile("\\.([^.\\[]+)|\\[[^\\]]*]");

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

    /** The name without its case. */
    public static String key(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    /** A part of it, such as {@code .member}, {@code [1]}, {@code [1,2]} or {@code [1][2]}, or null. */
    @Nullable
    PlcVariable part(String path) {
        PlcVariable part = this;
        Matcher step = STEP.matcher(path);
        for (int at = 0; part != null && at < path.length(); at = step.end()) {
            if (!step.find() || step.start() != at) {
                return null;
            }
            part = step.group(1) != null ? part.member(step.group(), step.group(1)) : part.element(step.group());
        }
        return part;
    }

    private @Nullable PlcVariable member(String step, String memberName) {
        Member member = type.resolved() instanceof PlcType.Structure structure ? structure.member(memberName) : null;
        return member == null
                ? null
                : new PlcVariable(
                        name + step,
                        member.type(),
                        area,
                        offset + member.offset(),
                        member.bit(),
                        member.comment(),
                        symbol,
                        member.attributes());
    }

    /** Has the attributes of the array. */
    private @Nullable PlcVariable element(String step) {
        String[] indices = step.substring(1, step.length() - 1).split(",", -1);
        if (!(type.resolved() instanceof PlcType.Array array)
                || indices.length != array.bounds().size()) {
            return null;
        }
        int position = 0;
        for (int i = 0; i < indices.length; i++) {
            ArrayType.Bound bound = array.bounds().get(i);
            String text = indices[i].strip();
            int index = text.matches("-?\\d{1,9}") ? Integer.parseInt(text) : Integer.MIN_VALUE;
            if (index < bound.lower() || index > bound.upper()) {
                return null;
            }
            position = position * bound.count() + index - bound.lower();
        }
        PlcType element = array.element();
        int place = offset + position * element.bytes();
        return new PlcVariable(name + step, element, area, place, StructType.WHOLE, "", symbol, attributes);
    }
}
