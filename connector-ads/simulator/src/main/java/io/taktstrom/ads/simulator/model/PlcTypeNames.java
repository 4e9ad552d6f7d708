package io.taktstrom.ads.simulator.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;

/** Types by name, in the order of definition; reads type texts that use them. */
final class PlcTypeNames {

    /** Arrays of arrays of ... */
    private static final int MAX_DEPTH = 8;

    private static final Pattern ARRAY =
            Pattern.compile("(?i)\\s*ARRAY\\s*\\[([^\\]]*)\\]\\s*OF\\s+(.*)", Pattern.DOTALL);
    private static final Pattern BOUND = Pattern.compile("\\s*(-?\\d{1,9})\\s*\\.\\.\\s*(-?\\d{1,9})\\s*");

    private static final Pattern POINTER = Pattern.compile("(?i)\\s*(POINTER|REFERENCE)\\s+TO\\s+(.*)", Pattern.DOTALL);

    private final Map<String, PlcType> types = new LinkedHashMap<>();

    /** Returns false if the name is taken. */
    boolean define(PlcType type) {
        return types.putIfAbsent(type.name().toUpperCase(Locale.ROOT), type) == null;
    }

    List<PlcType> all() {
        return List.copyOf(types.values());
    }

    /**
     * Reads {@code ARRAY[l..u, ...] OF type}, {@code POINTER TO type}, {@code REFERENCE TO type}, a defined name, {@code BIT} or what {@link DataType#parse} takes.
     *
     * @throws IllegalArgumentException when the text is none of these; the message says what would be right
     */
    PlcType parse(String text) {
        return parse(text, 0);
    }

    private PlcType parse(String text, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("arrays or pointers nested deeper than " + MAX_DEPTH);
        }
        Matcher array = ARRAY.matcher(text);
        if (array.matches()) {
            return new PlcType.Array(parse(array.group(2), depth + 1), bounds(array.group(1)));
        }
        Matcher pointer = POINTER.matcher(text);
        if (pointer.matches()) {
            return new PlcType.Pointer(
                    parse(pointer.group(2), depth + 1), pointer.group(1).equalsIgnoreCase("REFERENCE"));
        }
        String name = text.strip().toUpperCase(Locale.ROOT);
        PlcType defined = types.get(name);
        if (defined != null) {
            return defined;
        }
        if (name.equals("BIT")) {
            return new PlcType.Bit();
        }
        try {
            return new PlcType.Elementary(DataType.parse(text));
        } catch (IllegalArgumentException e) {
            String also = types.isEmpty() ? "" : ", or one of the model's types: " + namesText();
            throw new IllegalArgumentException(e.getMessage() + also, e);
        }
    }

    private String namesText() {
        return String.join(" ", types.values().stream().map(PlcType::name).toList());
    }

    private static List<ArrayType.Bound> bounds(String text) {
        List<ArrayType.Bound> bounds = new ArrayList<>();
        for (String range : text.split(",", -1)) {
            Matcher bound = BOUND.matcher(range);
            if (!bound.matches()) {
                throw new IllegalArgumentException("array range '" + range.strip() + "': expected lower..upper");
            }
            bounds.add(new ArrayType.Bound(Integer.parseInt(bound.group(1)), Integer.parseInt(bound.group(2))));
        }
        return bounds;
    }
}
