package io.taktstrom.ads.simulator.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;

/** Walks from a symbol to one of its parts: {@code .member}, {@code [1]}, {@code [1,2]}, {@code [1][2]}. */
public final class VariablePath {

    private final PlcVariable root;
    private final String rest;
    private int at;

    private PlcType type;
    private int offset;
    private int bit = StructType.WHOLE;
    private String comment = "";
    private Map<String, String> attributes = Map.of();

    private VariablePath(PlcVariable root, String rest) {
        this.root = root;
        this.rest = rest;
        this.type = root.type();
        this.offset = root.offset();
        // An element of an array has the attributes of the array.
        this.attributes = root.attributes();
    }

    /** Returns null if there is no such part. */
    public static @Nullable PlcVariable walk(PlcVariable root, String rest) {
        return new VariablePath(root, rest).walk();
    }

    private @Nullable PlcVariable walk() {
        while (at < rest.length()) {
            boolean found = rest.charAt(at) == '.' ? member() : rest.charAt(at) == '[' && element();
            if (!found) {
                return null;
            }
        }
        return new PlcVariable(root.name() + rest, type, root.area(), offset, bit, comment, root.symbol(), attributes);
    }

    private boolean member() {
        int end = ++at;
        while (end < rest.length() && rest.charAt(end) != '.' && rest.charAt(end) != '[') {
            end++;
        }
        String name = rest.substring(at, end);
        at = end;
        if (!(type.resolved() instanceof PlcType.Structure structure)) {
            return false;
        }
        PlcType.Structure.Member member = structure.member(name);
        if (member == null) {
            return false;
        }
        type = member.type();
        offset += member.offset();
        bit = member.bit();
        comment = member.comment();
        attributes = member.attributes();
        return true;
    }

    private boolean element() {
        int end = rest.indexOf(']', at);
        if (end < 0 || !(type.resolved() instanceof PlcType.Array array)) {
            return false;
        }
        List<Integer> indices = new ArrayList<>();
        for (String index : rest.substring(at + 1, end).split(",", -1)) {
            if (!index.strip().matches("-?\\d{1,9}")) {
                return false;
            }
            indices.add(Integer.parseInt(index.strip()));
        }
        at = end + 1;
        if (indices.size() != array.bounds().size()) {
            return false;
        }
        int position = 0;
        for (int i = 0; i < indices.size(); i++) {
            ArrayType.Bound bound = array.bounds().get(i);
            int index = indices.get(i);
            if (index < bound.lower() || index > bound.upper()) {
                return false;
            }
            position = position * bound.count() + index - bound.lower();
        }
        type = array.element();
        offset += position * type.bytes();
        comment = "";
        return true;
    }

    /** The name without its case. */
    public static String key(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
