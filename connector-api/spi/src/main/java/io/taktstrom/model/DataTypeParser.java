package io.taktstrom.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reads {@link DataType#parse the text form} of a type; one use, one thread. */
final class DataTypeParser {

    /** IEC 61131-3: the length of a STRING that states none. */
    private static final int DEFAULT_STRING_LENGTH = 80;

    private final String text;
    private int at;

    DataTypeParser(String text) {
        this.text = text;
    }

    DataType parse() {
        DataType type = type();
        skipSpace();
        if (at < text.length()) {
            throw wrong("nothing more");
        }
        return type;
    }

    private DataType type() {
        String word = word();
        return switch (word) {
            case "ARRAY" -> array();
            case "STRING" -> StringType.string(length());
            case "WSTRING" -> StringType.wstring(length());
            case "TIME_OF_DAY" -> ScalarType.TOD;
            case "DATE_AND_TIME" -> ScalarType.DT;
            default -> scalar(word);
        };
    }

    private DataType scalar(String word) {
        for (ScalarType scalar : ScalarType.values()) {
            if (scalar.name().equals(word)) {
                return scalar;
            }
        }
        at -= word.length();
        throw wrong("STRING(n), WSTRING(n), ARRAY[l..u] OF type, or one of "
                + Arrays.stream(ScalarType.values()).map(Enum::name).collect(Collectors.joining(" ")));
    }

    private DataType array() {
        expect("[");
        List<ArrayType.Bound> bounds = new ArrayList<>();
        do {
            int lower = number();
            expect("..");
            bounds.add(new ArrayType.Bound(lower, number()));
        } while (accept(","));
        expect("]");
        if (!word().equals("OF")) {
            throw wrong("OF");
        }
        DataType element = type();
        if (element instanceof ArrayType inner) {
            // ARRAY OF ARRAY has the image of one array with more dimensions.
            bounds.addAll(inner.bounds());
            element = inner.element();
        }
        return new ArrayType(element, bounds);
    }

    private int length() {
        boolean round = accept("(");
        if (!round && !accept("[")) {
            return DEFAULT_STRING_LENGTH;
        }
        int length = number();
        expect(round ? ")" : "]");
        return length;
    }

    private int number() {
        skipSpace();
        int start = at;
        if (at < text.length() && text.charAt(at) == '-') {
            at++;
        }
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        try {
            return Integer.parseInt(text, start, at, 10);
        } catch (NumberFormatException e) {
            at = start;
            throw wrong("a number");
        }
    }

    private String word() {
        skipSpace();
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at).toUpperCase(Locale.ROOT);
    }

    private void expect(String token) {
        if (!accept(token)) {
            throw wrong("'" + token + "'");
        }
    }

    private boolean accept(String token) {
        skipSpace();
        if (!text.startsWith(token, at)) {
            return false;
        }
        at += token.length();
        return true;
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("type '" + text + "', column " + (at + 1) + ": expected " + expected);
    }
}
