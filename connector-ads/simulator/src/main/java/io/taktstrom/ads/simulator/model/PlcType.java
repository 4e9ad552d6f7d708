package io.taktstrom.ads.simulator.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;

/** A type as TwinCAT names and describes it; {@link #image} is what remains of it in memory. */
public sealed interface PlcType {

    /** The name in symbol and data type tables. */
    String name();

    /** The same bytes without aliases. */
    DataType image();

    default int bytes() {
        return image().imageBytes();
    }

    /** Where a variable of this type may start when nothing is packed: a multiple of so many bytes, at most 8. */
    default int alignment() {
        return image() instanceof StringType text ? text.encoding().unitBytes() : bytes();
    }

    /** The types that it uses. */
    default List<PlcType> parts() {
        if (this instanceof Array array) {
            return List.of(array.element());
        }
        if (this instanceof Pointer pointer) {
            return List.of(pointer.target());
        }
        if (this instanceof Alias alias) {
            return List.of(alias.target());
        }
        if (this instanceof Enumeration enumeration) {
            return List.of(new Elementary(enumeration.image().base()));
        }
        return this instanceof Structure structure
                ? Stream.concat(
                                structure.members().stream().map(Structure.Member::type),
                                structure.methods().stream().flatMap(PlcMethod::types))
                        .toList()
                : List.of();
    }

    /** What the program has written about the type. */
    default String comment() {
        return "";
    }

    /** Attributes as the program has written them. */
    default Map<String, String> attributes() {
        return Map.of();
    }

    /** One of the base types, or {@code STRING(n)}, {@code WSTRING(n)}. */
    record Elementary(DataType image) implements PlcType {
        public Elementary {
            if (!(image instanceof ScalarType || image instanceof StringType)) {
                throw new IllegalArgumentException(image.text() + " is not an elementary type");
            }
        }

        @Override
        public String name() {
            if (image == ScalarType.TOD) {
                return "TIME_OF_DAY";
            }
            return image == ScalarType.DT ? "DATE_AND_TIME" : image.text();
        }
    }

    /**
     * The address of something, 8 bytes.
     *
     * @param reference whether it is a {@code REFERENCE TO}; otherwise a {@code POINTER TO}
     */
    record Pointer(PlcType target, boolean reference) implements PlcType {
        @Override
        public String name() {
            return (reference ? "REFERENCE TO " : "POINTER TO ") + target.name();
        }

        @Override
        public DataType image() {
            return ScalarType.ULINT;
        }
    }

    /** One bit; exists only as a member of a structure. */
    record Bit() implements PlcType {
        @Override
        public String name() {
            return "BIT";
        }

        @Override
        public DataType image() {
            return ScalarType.BOOL;
        }
    }

    /** An array, of arrays too. */
    record Array(PlcType element, List<ArrayType.Bound> bounds) implements PlcType {
        public Array {
            bounds = List.copyOf(bounds);
            if (bounds.isEmpty() || element instanceof Bit) {
                throw new IllegalArgumentException("an array needs bounds and an element type other than BIT");
            }
        }

        @Override
        public String name() {
            return bounds.stream()
                    .map(bound -> bound.lower() + ".." + bound.upper())
                    .collect(Collectors.joining(",", "ARRAY [", "] OF " + element.name()));
        }

        @Override
        public DataType image() {
            DataType inner = element.image();
            if (inner instanceof ArrayType array) {
                List<ArrayType.Bound> all = new ArrayList<>(bounds);
                all.addAll(array.bounds());
                return new ArrayType(array.element(), all);
            }
            return new ArrayType(inner, bounds);
        }

        @Override
        public int alignment() {
            return element.alignment();
        }
    }

    /**
     * Another name for a type.
     *
     * @param attributes as the program has written them
     */
    record Alias(String name, PlcType target, String comment, Map<String, String> attributes) implements PlcType {
        public Alias {
            attributes = inOrder(attributes);
        }

        @Override
        public DataType image() {
            return target.image();
        }

        @Override
        public int alignment() {
            return target.alignment();
        }
    }

    /**
     * An integer whose values have names.
     *
     * @param attributes as the program has written them
     */
    record Enumeration(EnumType image, String comment, Map<String, String> attributes) implements PlcType {
        public Enumeration {
            attributes = inOrder(attributes);
        }

        @Override
        public String name() {
            return image.name();
        }
    }

    /**
     * A structure, union or function block with its layout.
     *
     * @param bytes size with all padding
     * @param packMode what the program wrote in its attribute {@code pack_mode}, 0 if nothing
     * @param attributes as the program has written them, without {@code pack_mode}
     * @param methods that clients may call
     */
    record Structure(
            String name,
            List<Member> members,
            int bytes,
            int alignment,
            int packMode,
            String comment,
            Map<String, String> attributes,
            List<PlcMethod> methods)
            implements PlcType {

        /**
         * A member at its place.
         *
         * @param bit {@link StructType#WHOLE} unless the member is a {@link Bit}
         * @param attributes as the program has written them
         * @param property whether it is code of a function block, listed but no memory
         */
        public record Member(
                String name,
                PlcType type,
                int offset,
                int bit,
                String comment,
                Map<String, String> attributes,
                boolean property) {

            public Member {
                attributes = inOrder(attributes);
            }
        }

        public Structure {
            members = List.copyOf(members);
            attributes = inOrder(attributes);
            methods = List.copyOf(methods);
        }

        @Override
        public DataType image() {
            return new StructType(
                    name,
                    members.stream()
                            .filter(m -> !m.property())
                            .map(m -> new StructType.Field(m.name(), m.type().image(), m.offset(), m.bit()))
                            .toList(),
                    bytes);
        }

        /** The member of this name that lies in memory, case does not matter, or null. */
        public @Nullable Member member(String memberName) {
            for (Member member : members) {
                if (!member.property()
                        && member.name().toUpperCase(Locale.ROOT).equals(memberName.toUpperCase(Locale.ROOT))) {
                    return member;
                }
            }
            return null;
        }
    }

    /** A copy in the same order: the tables list attributes as the program does. */
    static Map<String, String> inOrder(Map<String, String> attributes) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    /** The type behind all aliases. */
    default PlcType resolved() {
        PlcType type = this;
        while (type instanceof Alias alias) {
            type = alias.target();
        }
        return type;
    }
}
