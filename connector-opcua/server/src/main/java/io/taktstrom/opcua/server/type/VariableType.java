package io.taktstrom.opcua.server.type;

import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * The type of a variable, a field or an argument.
 *
 * @param element what it is, or what its elements are
 * @param dimensions lengths, outermost first; 0 for any length; empty for a single value
 */
public record VariableType(UaType element, List<Integer> dimensions) {

    private static final int MAX_ELEMENTS = 10_000_000;

    public VariableType {
        dimensions = List.copyOf(dimensions);
        long elements = 1;
        for (int length : dimensions) {
            elements *= Math.max(1, length);
            if (length < 0 || elements > MAX_ELEMENTS) {
                throw new IllegalArgumentException("array dimensions " + dimensions + "; up to " + MAX_ELEMENTS
                        + " elements are right, 0 in one dimension means any length");
            }
        }
        if (dimensions.size() > 1 && dimensions.contains(0)) {
            throw new IllegalArgumentException("only an array of one dimension can have any length");
        }
    }

    /** A single value. */
    public static VariableType of(UaType type) {
        return new VariableType(type, List.of());
    }

    public boolean isArray() {
        return !dimensions.isEmpty();
    }

    /** The rank as OPC UA has it: the number of dimensions, -1 for a single value. */
    public int valueRank() {
        return isArray() ? dimensions.size() : -1;
    }

    /** The built-in type that a waveform moves, alone or in an array of one dimension; null if there is none. */
    public @Nullable BuiltinType movable() {
        return element instanceof BuiltinType type && type.isMovable() && dimensions.size() < 2 ? type : null;
    }

    /** {@code Int32[5]}. */
    public String text() {
        String lengths = dimensions.stream()
                .map(length -> length == 0 ? "" : length.toString())
                .collect(Collectors.joining(","));
        return isArray() ? element.text() + "[" + lengths + "]" : element.text();
    }
}
