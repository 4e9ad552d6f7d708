package io.taktstrom.opcua.server.type;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.taktstrom.model.EnumType;

/** A data type of the server. */
public sealed interface UaType permits BuiltinType, UaType.Enumeration, UaType.Structure {

    /** As OPC UA or the model calls it. */
    String text();

    /** An enumeration; on the wire an Int32. */
    record Enumeration(EnumType members) implements UaType {
        @Override
        public String text() {
            return members.name();
        }
    }

    /** A structure with fields in this order, all of them there. */
    record Structure(String name, List<Field> fields) implements UaType {
        public Structure {
            fields = List.copyOf(fields);
            Set<String> names = new HashSet<>();
            for (Field field : fields) {
                if (!names.add(field.name())) {
                    throw new IllegalArgumentException("structure " + name + " has two fields " + field.name());
                }
            }
            if (fields.isEmpty()) {
                throw new IllegalArgumentException("structure " + name + " has no fields");
            }
        }

        @Override
        public String text() {
            return name;
        }
    }

    /** A part of a structure. */
    record Field(String name, VariableType type) {}
}
