package io.taktstrom.s7.address;

import java.util.stream.Collectors;

import io.taktstrom.model.ArrayType;
import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7String;
import io.taktstrom.s7.value.S7Struct;
import io.taktstrom.s7.value.S7Type;

/** How an address is written. All dialects are read wherever an address may stand. */
public enum AddressDialect {
    /** {@code DB1.DBX0.1}, {@code MW4}; with a type behind it where the letter does not say it: {@code DB1.DBD4:REAL}. */
    STEP7 {
        @Override
        public String print(S7Address address) {
            S7Type type = printable(address);
            boolean plain =
                    type == Width.of(type).natural() || (address.area().isNumbered() && type instanceof S7Scalar);
            return place(address) + (plain ? "" : ":" + typeName(type));
        }
    },
    /** {@code %DB1.DBD4:REAL}: the type is required. */
    PLC4J {
        @Override
        public String print(S7Address address) {
            return "%" + place(address) + ":" + typeName(printable(address));
        }
    },
    /** {@code DB1,REAL4}, {@code DB1,S20.30}, {@code MINT4.8}: type, byte, length. Has arrays of one dimension from 0. */
    NODES7 {
        @Override
        public String print(S7Address address) {
            S7Type type = printable(address);
            S7Type element = S7TypeNames.element(type);
            boolean known = element instanceof S7String string
                    ? !string.wide()
                    : element == S7Scalar.BOOL || S7TypeNames.nodeS7(element.text()) == element;
            boolean simple = !(type instanceof S7Array array)
                    || (array.bounds().size() == 1 && array.bounds().get(0).lower() == 0);
            if (!known || !simple || address.area().isNumbered()) {
                throw new IllegalArgumentException("nodeS7 has no address for a " + type.text() + " in area "
                        + address.area().letter());
            }
            String area = address.area() == S7Area.DATA_BLOCK
                    ? "DB" + address.dbNumber() + ","
                    : address.area().letter();
            String place = element == S7Scalar.BOOL
                    ? "X" + address.offset() + "." + address.bit()
                    : element instanceof S7String string
                            ? "S" + address.offset() + "." + string.length()
                            : element.text() + address.offset();
            return area + place + (type instanceof S7Array array ? "." + array.count() : "");
        }
    };

    /**
     * Writes an address; read again it is the same.
     *
     * @throws IllegalArgumentException when the dialect cannot say it; structures have no text in any
     */
    public abstract String print(S7Address address);

    private static S7Type printable(S7Address address) {
        if (S7TypeNames.element(address.type()) instanceof S7Struct) {
            throw new IllegalArgumentException(
                    "no address names a structure, as " + address.type().text() + " is one");
        }
        return address.type();
    }

    /** As STEP 7 writes it, without a type. */
    static String place(S7Address address) {
        S7Area area = address.area();
        if (area.isNumbered()) {
            return area.letter() + address.offset();
        }
        Width width = Width.of(address.type());
        String start = area == S7Area.DATA_BLOCK ? "DB" + address.dbNumber() + ".DB" : area.letter();
        boolean bare = width == Width.X && area != S7Area.DATA_BLOCK;
        return start + (bare ? "" : width.name()) + address.offset() + (width == Width.X ? "." + address.bit() : "");
    }

    private static String typeName(S7Type type) {
        S7Type element = S7TypeNames.element(type);
        String name = element instanceof S7String string
                ? (string.wide() ? "WSTRING(" : "STRING(") + string.length() + ")"
                : element.text();
        return type instanceof S7Array array ? name + bounds(array) : name;
    }

    private static String bounds(S7Array array) {
        return array.bounds().stream().map(AddressDialect::bound).collect(Collectors.joining(",", "[", "]"));
    }

    private static String bound(ArrayType.Bound bound) {
        return bound.lower() == 0 ? String.valueOf(bound.count()) : bound.lower() + ".." + bound.upper();
    }
}
