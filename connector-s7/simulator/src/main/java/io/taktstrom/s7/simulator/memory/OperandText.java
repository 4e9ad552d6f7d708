package io.taktstrom.s7.simulator.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.model.ArrayType;
import io.taktstrom.s7.protocol.s7.AreaCode;
import org.jspecify.annotations.Nullable;

/** Reads operands as STEP 7 writes them, and those of data blocks as plc4j does: {@code %DB1:12:LREAL}. */
final class OperandText {

    private static final String TYPE =
            "(?<type>[A-Z][A-Z0-9_]*)(?:\\((?<length>\\d{1,5})\\))?(?:\\[(?<bounds>[-0-9.,]+)])?";

    private static final Pattern BYTES = Pattern.compile(
            "(?:DB(?<db>\\d{1,5})\\.DB(?<dbWidth>[XBWD])|(?<area>[IEQAM])(?<width>[XBWD]?))(?<number>\\d{1,5})(?:\\.(?<bit>[0-7]))?(?::"
                    + TYPE + ")?");
    private static final Pattern PLC4J =
            Pattern.compile("DB(?<db>\\d{1,5}):(?<number>\\d{1,5})(?:\\.(?<bit>[0-7]))?:" + TYPE);
    private static final Pattern NUMBERED = Pattern.compile("(?<area>[TCZ])(?<number>\\d{1,5})(?::" + TYPE + ")?");
    private static final Pattern BOUND = Pattern.compile("(?:(-?\\d{1,5})\\.\\.)?(-?\\d{1,5})");

    private OperandText() {}

    static Operand parse(String text) {
        String stripped = text.strip().toUpperCase(Locale.ROOT);
        String operand = stripped.startsWith("%") ? stripped.substring(1) : stripped;
        Matcher plc4j = PLC4J.matcher(operand);
        Matcher bytes = BYTES.matcher(operand);
        Matcher numbered = NUMBERED.matcher(operand);
        try {
            if (bytes.matches()) {
                return inBytes(bytes);
            }
            if (plc4j.matches()) {
                return inBlock(plc4j);
            }
            if (numbered.matches()) {
                boolean timer = numbered.group("area").equals("T");
                Element element = element(numbered, timer ? Elementary.TIMER : Elementary.COUNTER);
                return operand(numbered, timer ? AreaCode.TIMER : AreaCode.COUNTER, 0, "0", element);
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("address '" + text + "': " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("address '" + text + "' is none of the simulated CPU's; write it like"
                + " DB1.DBX0.1, DB1.DBD8:REAL, DB1.DBB20:STRING(30), %DB1:12:LREAL, MW4:INT[8], I0.0 or T5");
    }

    private static Operand operand(Matcher match, int area, int block, @Nullable String bit, Element element) {
        return new Operand(
                area,
                block,
                Integer.parseInt(match.group("number")),
                bit == null ? 0 : Integer.parseInt(bit),
                element,
                bounds(match.group("bounds")));
    }

    private static Operand inBlock(Matcher match) {
        Element element = element(match, Elementary.BYTE);
        String bit = match.group("bit");
        if ((bit != null) != (element == Elementary.BOOL)) {
            throw new IllegalArgumentException("a " + element.text() + " is not written so; a BOOL has a bit, as in"
                    + " %DB1:0.1:BOOL, and no other type has one");
        }
        return operand(match, AreaCode.DATA_BLOCK, Integer.parseInt(match.group("db")), bit, element);
    }

    private static Operand inBytes(Matcher match) {
        String block = match.group("db");
        String width = match.group(block != null ? "dbWidth" : "width");
        String bit = match.group("bit");
        Element element = element(
                match,
                switch (width) {
                    case "B" -> Elementary.BYTE;
                    case "W" -> Elementary.WORD;
                    case "D" -> Elementary.DWORD;
                    default -> Elementary.BOOL;
                });
        if ((bit != null) != (element == Elementary.BOOL) || !fits(width, element)) {
            throw new IllegalArgumentException(
                    "a " + element.text() + " is not written so; a BOOL has a bit, as in DB1.DBX0.1,"
                            + " types of 2 and 4 bytes are W and D, all others B");
        }
        return block != null
                ? operand(match, AreaCode.DATA_BLOCK, Integer.parseInt(block), bit, element)
                : operand(match, area(match.group("area")), 0, bit, element);
    }

    private static boolean fits(String width, Element element) {
        int bytes = element instanceof TextElement ? 1 : element.bytes();
        return switch (width) {
            case "B" -> element != Elementary.BOOL && bytes != 2 && bytes != 4;
            case "W" -> bytes == 2;
            case "D" -> bytes == 4;
            default -> element == Elementary.BOOL;
        };
    }

    private static int area(String letter) {
        return switch (letter) {
            case "I", "E" -> AreaCode.INPUT;
            case "Q", "A" -> AreaCode.OUTPUT;
            default -> AreaCode.MEMORY;
        };
    }

    private static Element element(Matcher match, Elementary otherwise) {
        String name = match.group("type");
        String length = match.group("length");
        if (name == null) {
            return otherwise;
        }
        if (name.equals("STRING") || name.equals("WSTRING")) {
            return new TextElement(
                    name.equals("WSTRING"), length == null ? TextElement.DEFAULT_LENGTH : Integer.parseInt(length));
        }
        for (Elementary type : Elementary.values()) {
            if (type.name().equals(name) && length == null) {
                return type;
            }
        }
        throw new IllegalArgumentException("'" + name + "' is not a type, or takes no length");
    }

    /** {@code 8}, {@code 1..8}, {@code 1..2,-3..3}. */
    private static List<ArrayType.Bound> bounds(@Nullable String text) {
        List<ArrayType.Bound> bounds = new ArrayList<>();
        for (String part : text == null ? new String[0] : text.split(",", -1)) {
            Matcher bound = BOUND.matcher(part);
            if (!bound.matches()) {
                throw new IllegalArgumentException("'" + part + "' is not a range of an array; write 8 or 1..8");
            }
            int last = Integer.parseInt(bound.group(2));
            bounds.add(
                    bound.group(1) == null
                            ? new ArrayType.Bound(0, last - 1)
                            : new ArrayType.Bound(Integer.parseInt(bound.group(1)), last));
        }
        return bounds;
    }
}
