package io.taktstrom.s7.address;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7String;
import io.taktstrom.s7.value.S7Type;
import org.jspecify.annotations.Nullable;

/** Reads an address in any of the dialects; one use, one thread. */
final class AddressParser {

    private static final int NO_BIT = -1;

    private final AddressText text;
    private final @Nullable DataType stated;

    AddressParser(String address, @Nullable DataType stated) {
        text = new AddressText(address);
        this.stated = stated;
    }

    S7Address parse() {
        text.accept("%");
        S7Address address = text.accept("DB") ? dataBlock() : otherArea();
        if (!text.isAtEnd()) {
            throw text.wrong("expected nothing more");
        }
        return address;
    }

    private S7Address dataBlock() {
        int start = text.column();
        int number = text.number("the number of a data block, as in DB1.DBW2");
        if (number < 1 || number > 65_535) {
            throw text.wrong(start, "data block " + number + "; its number is from 1 to 65535");
        }
        if (text.accept(",")) {
            text.skipSpace();
            return afterArea(S7Area.DATA_BLOCK, number, "DB1,REAL4");
        }
        if (text.accept(":")) {
            return place(S7Area.DATA_BLOCK, number, Width.NONE);
        }
        text.expect(".", "DB1.DBW2 or DB1,INT2");
        text.expect("DB", "DB1.DBW2");
        return place(S7Area.DATA_BLOCK, number, stepWidth());
    }

    private Width stepWidth() {
        int start = text.column();
        Width width = Width.of(text.letters());
        if (width == null) {
            throw text.wrong(start, "expected X, B, W or D and a byte, as in DB1.DBX0.1 or DB1.DBD4");
        }
        return width;
    }

    private S7Address otherArea() {
        int start = text.column();
        if (text.accept("I") || text.accept("E")) {
            return afterArea(S7Area.INPUT, 0, "IW4");
        }
        if (text.accept("Q") || text.accept("A")) {
            return afterArea(S7Area.OUTPUT, 0, "QW4");
        }
        if (text.accept("M")) {
            return afterArea(S7Area.MEMORY, 0, "MW4");
        }
        if (text.accept("T")) {
            return numbered(S7Area.TIMER, S7Scalar.TIMER);
        }
        if (text.accept("C") || text.accept("Z")) {
            return numbered(S7Area.COUNTER, S7Scalar.COUNTER);
        }
        if (text.accept("P")) {
            throw text.wrong(start, "the peripheral area cannot be read; take the process image, as in IW4");
        }
        throw text.wrong(start, "expected DB, I, Q, M, T or C, as in DB1.DBD4, I0.0, MW4 or T5");
    }

    private S7Address numbered(S7Area area, S7Scalar type) {
        int start = text.column();
        int number = text.number("the number of a " + type + ", as in " + area.letter() + "5");
        S7Type named = text.accept(":") ? namedType() : null;
        return address(start, area, 0, number, 0, named, type, Width.NONE);
    }

    /** What follows an area in STEP 7 and plc4j ({@code W4}, {@code 4:INT}), or in nodeS7 ({@code INT4}, {@code S4.30}). */
    private S7Address afterArea(S7Area area, int dbNumber, String example) {
        int start = text.column();
        String letters = text.letters();
        boolean comma = area == S7Area.DATA_BLOCK;
        Width width = comma && !letters.equals("X") ? null : letters.isEmpty() ? Width.NONE : Width.of(letters);
        if (width == Width.NONE || width == Width.X) {
            return comma ? nodeBits(dbNumber) : place(area, dbNumber, width);
        }
        S7Type type = S7TypeNames.nodeS7(letters);
        if (type == null && !letters.equals("S") && !letters.equals("STRING")) {
            throw text.wrong(
                    start, "'" + letters + "' is no type here; " + S7TypeNames.NODE_TYPES + " are, as in " + example);
        }
        int at = text.column();
        int offset = text.number("a byte, as in " + example);
        if (type == null) {
            return nodeString(start, area, dbNumber, offset);
        }
        if (text.accept(".")) {
            return address(
                    at, area, dbNumber, offset, 0, count(type, "the length of the array"), S7Scalar.BYTE, Width.NONE);
        }
        if (width == null) {
            return address(at, area, dbNumber, offset, 0, type, type, Width.NONE);
        }
        S7Type named = text.accept(":") ? namedType() : null;
        return address(at, area, dbNumber, offset, 0, named, type, width);
    }

    /** {@code DB1,X0.1} and {@code DB1,X0.1.8}. */
    private S7Address nodeBits(int dbNumber) {
        int start = text.column();
        int offset = text.number("a byte and a bit, as in DB1,X0.1");
        text.expect(".", "DB1,X0.1");
        int bit = bit();
        S7Type type = text.accept(".") ? count(S7Scalar.BOOL, "the number of bits") : null;
        return address(start, S7Area.DATA_BLOCK, dbNumber, offset, bit, type, S7Scalar.BOOL, Width.X);
    }

    /** {@code S20.30}: the length of the string, and maybe that of an array, behind the byte. */
    private S7Address nodeString(int start, S7Area area, int dbNumber, int offset) {
        text.expect(".", "S20.30, a string of 30 characters at byte 20");
        int at = text.column();
        int length = text.number("the length of the string, as in S20.30");
        S7Type string = valid(at, () -> S7String.string(length));
        S7Type type = text.accept(".") ? count(string, "the length of the array") : string;
        return address(start, area, dbNumber, offset, 0, type, string, Width.NONE);
    }

    private S7Type count(S7Type element, String what) {
        int start = text.column();
        int count = text.number(what);
        return valid(start, () -> S7Array.of(element, count));
    }

    /** A byte, maybe a bit, maybe a type: STEP 7 and plc4j. */
    private S7Address place(S7Area area, int dbNumber, Width width) {
        int start = text.column();
        int offset = text.number("a byte, as in " + (area == S7Area.DATA_BLOCK ? "DB1.DBW2" : area.letter() + "W2"));
        int bit = text.accept(".") ? bit() : NO_BIT;
        S7Type named = null;
        if (bit != NO_BIT && area != S7Area.DATA_BLOCK && text.accept(".")) {
            named = count(S7Scalar.BOOL, "the number of bits");
        } else if (text.accept(":")) {
            named = namedType();
        }
        boolean single = width == Width.X || width == Width.NONE;
        if (bit == NO_BIT && single && (named == null ? StatedType.isBits(stated) : S7TypeNames.isBits(named))) {
            throw text.wrong(
                    named == null || width == Width.X
                            ? "expected a bit, as in " + bitExample(area, offset)
                                    + (width == Width.X ? "" : ", or a type, as in " + typeExample(area, offset))
                            : "a BOOL needs a bit, as in " + bitExample(area, offset) + ":BOOL");
        }
        if (bit != NO_BIT && !single) {
            throw text.wrong("a " + width.natural() + " has no bit here; " + bitExample(area, offset) + " is one bit");
        }
        S7Type natural = width == Width.NONE ? S7Scalar.BOOL : width.natural();
        Width said = bit != NO_BIT ? Width.X : width == Width.X ? Width.NONE : width;
        return address(start, area, dbNumber, offset, Math.max(bit, 0), named, natural, said);
    }

    private static String bitExample(S7Area area, int offset) {
        return (area == S7Area.DATA_BLOCK ? "DB1.DBX" : area.letter()) + offset + ".0";
    }

    private static String typeExample(S7Area area, int offset) {
        return (area == S7Area.DATA_BLOCK ? "DB1:" : area.letter()) + offset + ":INT";
    }

    private int bit() {
        int start = text.column();
        int bit = text.number("a bit from 0 to 7");
        if (bit > 7) {
            throw text.wrong(start, "bit " + bit + "; a byte has the bits 0 to 7");
        }
        return bit;
    }

    /** {@code INT}, {@code STRING(30)}, {@code REAL[8]}, {@code INT[1..2,-3..3]}. */
    private S7Type namedType() {
        int start = text.column();
        String name = text.word();
        S7Type type;
        if (name.equals("STRING") || name.equals("WSTRING")) {
            type = string(name.equals("WSTRING"));
        } else {
            type = S7TypeNames.scalar(name);
            if (type == null) {
                throw text.wrong(start, "'" + name + "' is no type; " + S7TypeNames.ALL + " are");
            }
        }
        int at = text.column();
        if (!text.accept("[")) {
            return type;
        }
        List<ArrayType.Bound> bounds = bounds();
        return valid(at, () -> new S7Array(type, bounds));
    }

    private S7String string(boolean wide) {
        String name = wide ? "WSTRING" : "STRING";
        if (!text.accept("(")) {
            int start = text.column();
            if (text.accept("[")) {
                // plc4j reads this as an array, STEP 7 as a length: ambiguous, so it is refused.
                throw text.wrong(
                        start,
                        "write " + name + "(30) for a text of 30 characters, " + name
                                + "(30)[4] for an array of 4 of them");
            }
            return new S7String(wide, S7String.MAX_LENGTH);
        }
        int start = text.column();
        int length = text.number("the length of the string, as in " + name + "(30)");
        text.expect(")", name + "(30)");
        return valid(start, () -> new S7String(wide, length));
    }

    private List<ArrayType.Bound> bounds() {
        List<ArrayType.Bound> bounds = new ArrayList<>();
        do {
            text.skipSpace();
            int start = text.column();
            int first = text.signedNumber("a number of elements, as in [8], or the first and last index, as in [1..8]");
            boolean range = text.accept("..");
            int upper = range ? text.signedNumber("the last index, as in [1..8]") : first - 1;
            int lower = range ? first : 0;
            bounds.add(valid(start, () -> new ArrayType.Bound(lower, upper)));
            text.skipSpace();
        } while (text.accept(","));
        text.expect("]", "INT[8]");
        return bounds;
    }

    /**
     * Puts the parts together.
     *
     * @param named the type that the address names, or null
     * @param natural what it is if neither the address nor its data point says more
     */
    private S7Address address(
            int start,
            S7Area area,
            int dbNumber,
            int offset,
            int bit,
            @Nullable S7Type named,
            S7Type natural,
            Width width) {
        return valid(start, () -> {
            S7Type type = named;
            if (type == null) {
                type = stated == null ? natural : StatedType.at(stated, width, natural);
            } else if (stated != null) {
                StatedType.check(stated, type);
            }
            width.check(type);
            return new S7Address(area, dbNumber, offset, bit, type);
        });
    }

    /** Says where it stands what a value refuses. */
    private <T> T valid(int start, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw text.wrong(start, e.getMessage());
        }
    }
}
