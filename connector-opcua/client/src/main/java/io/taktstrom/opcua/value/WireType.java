package io.taktstrom.opcua.value;

import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.EnumType;

/** A data type as the server defines it. */
public sealed interface WireType {

    /**
     * One of the built-in types, or a type derived from one.
     *
     * @param id a {@link io.taktstrom.opcua.protocol.Builtin}
     */
    record Simple(int id) implements WireType {}

    /** An enumeration with named values. */
    record Enumeration(EnumType type) implements WireType {}

    /**
     * A structure.
     *
     * @param encodingId NodeId of its binary encoding, as text
     */
    record Structure(String name, Kind kind, String encodingId, List<Field> fields) implements WireType {

        /** OPC 10000-3, 8.48. */
        public enum Kind {
            PLAIN,
            OPTIONAL_FIELDS,
            UNION
        }

        /**
         * One field.
         *
         * @param valueRank -1 for one value, 1 and more for an array
         */
        public record Field(String name, WireType type, int valueRank, boolean optional) {}
    }

    /**
     * An abstract type, or one that the server does not know: each value says what it is.
     *
     * @param why the server cannot tell; empty for an abstract type
     */
    record Open(String why) implements WireType {
        public Open() {
            this("");
        }
    }

    /**
     * A type that we cannot express.
     *
     * @param status of points that have it
     */
    record Unknown(String why, int status) implements WireType {
        public Unknown(String why) {
            this(why, StatusCode.BAD_NOT_SUPPORTED);
        }
    }
}
