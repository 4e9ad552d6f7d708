package io.taktstrom.opcua.simulator.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.opcua.server.type.BuiltinType;
import io.taktstrom.opcua.server.type.UaType;
import io.taktstrom.opcua.server.type.VariableType;
import org.jspecify.annotations.Nullable;

/** The types of a model by name. */
final class UaTypeNames {

    /** {@code Int32}, {@code Int32[]}, {@code Int32[5]}, {@code Double[3,2]}. */
    private static final Pattern SHAPE = Pattern.compile("([^\\[\\]]+)(?:\\[([0-9, ]*)])?");

    private final Map<String, UaType> own = new LinkedHashMap<>();

    /** Returns false if there is one of this name. */
    boolean define(UaType type) {
        return BuiltinType.find(type.text()) == null && own.putIfAbsent(type.text(), type) == null;
    }

    List<UaType> all() {
        return List.copyOf(own.values());
    }

    VariableType parse(String text) {
        Matcher shape = SHAPE.matcher(text.strip());
        if (!shape.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a type; write it like Int32, Int32[5] or Double[3,2]");
        }
        UaType type = BuiltinType.find(shape.group(1));
        type = type == null ? own.get(shape.group(1)) : type;
        if (type == null) {
            throw new IllegalArgumentException("type '" + shape.group(1) + "' is unknown; there are "
                    + BuiltinType.all() + (own.isEmpty() ? "" : ", " + String.join(", ", own.keySet()))
                    + "; a type stands before its use");
        }
        return new VariableType(type, lengths(shape.group(2)));
    }

    private static List<Integer> lengths(@Nullable String text) {
        List<Integer> lengths = new ArrayList<>();
        if (text != null) {
            for (String length : text.split(",", -1)) {
                lengths.add(length.isBlank() ? 0 : Integer.parseInt(length.strip()));
            }
        }
        return lengths;
    }
}
