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

    private static final String TYPE = "([A-Z][A-Z0-9_]*)(?:\\((\\d{1,5})\\))?(?:\\[([-0-9.,]+)])?";

    private static final Pattern BYTES = Pattern.compile(
            "(?:DB(\\d{1,5})\\.DB([XBWD])|([IEQAM])([XBWD]?))(\\d{1,5})(?:\\.([0-7]))?(?::" + TYPE + ")?");
    private static final int BYTES_TYPE = 7;

    private static final Pattern PLC4J = Pattern.compile("DB(\\d{1,5}):(\\d{1,5})(?:\\.([0-7]))?:" + TYPE);
    private static final int PLC4J_TYPE = 4;

    private static final Pattern NUMBERED = Pattern.compile("([TCZ])(\\d{1,5})(?::" + TYPE + ")?");
    private static final int NUMBERED_TYPE = 3;

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
                boolean timer = numbered.group(1).equals("T");
                return new Operand(
                        timer ? AreaCode.TIMER : AreaCode.COUNTER,
                        0,
                        Integer.parseInt(numbered.group(2)),
                        0,
                        element(numbered, NUMBERED_TYPE, timer ? Elementary.TIMER : Elementary.COUNTER),
                        bounds(numbered.group(NUMBERED_TYPE + 2)));
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("address '" + text + "': " + e.getMessage(), e);
        }
        throw new IllegalArgumentException("address '" + text + "' is none of the simulated CPU's; write it like"
                + " DB1.DBX0.1, DB1.DBD8:REAL, DB1.DBB20:STRING(30), %DB1:12:LREAL, MW4:INT[8], I0.0 or T5");
    }

    private static Operand inBlock(Matcher match) {
        Element element = element(match, PLC4J_TYPE, Elementary.BYTE);
        boolean bit = match.group(3) != null;
        if (bit != (element == Elementary.BOOL)) {
            throw new IllegalArgumentException("a " + element.text() + " is not written so; a BOOL has a bit, as in"
                    + " %DB1:0.1:BOOL, and no other type has one");
        }
        return new Operand(
                AreaCode.DATA_BLOCK,
                Integer.parseInt(match.group(1)),
                Integer.parseInt(match.group(2)),
                bit ? Integer.parseInt(match.group(3)) : 0,
                element,
                bounds(match.group(PLC4J_TYPE + 2)));
    }

    private static Operand inBytes(Matcher match) {
        String block = match.group(1);
        String width = block != null ? match.group(2) : match.group(4);
        boolean bit = match.group(6) != null;
        Element element = element(
                match,
                BYTES_TYPE,
                switch (width) {
                    case "B" -> Elementary.BYTE;
                    case "W" -> Elementary.WORD;
                    case "D" -> Elementary.DWORD;
                    default -> Elementary.BOOL;
                });
        if (bit != (element == Elementary.BOOL) || !fits(width, element)) {
            throw new IllegalArgumentException(
                    "a " + element.text() + " is not written so; a BOOL has a bit, as in DB1.DBX0.1,"
                            + " types of 2 and 4 bytes are W and D, all others B");
        }
        return new Operand(
                block != null ? AreaCode.DATA_BLOCK : area(match.group(3)),
                block == null ? 0 : Integer.parseInt(block),
                Integer.parseInt(match.group(5)),
                bit ? Integer.parseInt(match.group(6)) : 0,
                element,
                bounds(match.group(BYTES_TYPE + 2)));
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

    private static Element element(Matcher match, int group, Elementary otherwise) {
        String name = match.group(group);
        String length = match.group(group + 1);
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
