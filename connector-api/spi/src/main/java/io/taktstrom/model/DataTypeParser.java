package io.taktstrom.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** Reads {@link DataType#parse the text form} of a type; one use, one thread. */
final class DataTypeParser {

    /** IEC 61131-3: the length of a STRING that states none. */
    private static final int DEFAULT_STRING_LENGTH = 80;

    private final String text;
    private int at;
    private int wordStart;

    DataTypeParser(String text) {
        this.text = text;
    }

    DataType parse() {
        DataType type = type();
        skipSpace();
        if (at < text.length()) {
            throw wrong("expected nothing more");
        }
        return type;
    }

    private DataType type() {
        int start = at;
        List<ArrayType.Bound> bounds = new ArrayList<>();
        int unbounded = 0;
        String word = word();
        // A loop, not a call of itself: devices name types too, and one must not overflow the stack by nesting them.
        for (; word.equals("ARRAY"); word = word()) {
            expect("[");
            if (accept("*")) {
                unbounded++;
            } else {
                bounds(bounds);
            }
            expect("]");
            if (!word().equals("OF")) {
                at = wordStart;
                throw wrong("expected OF");
            }
        }
        DataType element = element(word);
        if (unbounded > 1 || (unbounded == 1 && !bounds.isEmpty())) {
            throw ArrayType.anyLengthHasOneDimension();
        }
        return unbounded == 0 && bounds.isEmpty() ? element : valid(start, () -> new ArrayType(element, bounds));
    }

    private void bounds(List<ArrayType.Bound> bounds) {
        do {
            int start = at;
            int lower = number();
            expect("..");
            int upper = number();
            bounds.add(valid(start, () -> new ArrayType.Bound(lower, upper)));
        } while (accept(","));
    }

    private DataType element(String word) {
        return switch (word) {
            case "STRING" -> string(StringType.Encoding.WINDOWS_1252);
            case "WSTRING" -> string(StringType.Encoding.UTF_16LE);
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
        at = wordStart;
        throw wrong("expected STRING(n), WSTRING(n), ARRAY[l..u] OF type, or one of "
                + Arrays.stream(ScalarType.values()).map(Enum::name).collect(Collectors.joining(" ")));
    }

    private DataType string(StringType.Encoding encoding) {
        boolean round = accept("(");
        if (!round && !accept("[")) {
            return new StringType(encoding, DEFAULT_STRING_LENGTH);
        }
        int start = at;
        int length = number();
        expect(round ? ")" : "]");
        return valid(start, () -> new StringType(encoding, length));
    }

    /** Says where it stands what a type refuses. */
    private <T> T valid(int start, Supplier<T> type) {
        try {
            return type.get();
        } catch (IllegalArgumentException e) {
            at = start;
            throw wrong(e.getMessage());
        }
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
            throw wrong("expected a number");
        }
    }

    private String word() {
        skipSpace();
        wordStart = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(wordStart, at).toUpperCase(Locale.ROOT);
    }

    private void expect(String token) {
        if (!accept(token)) {
            throw wrong("expected '" + token + "'");
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

    private IllegalArgumentException wrong(@Nullable String what) {
        return new IllegalArgumentException("type '" + text + "', column " + (at + 1) + ": " + what);
    }
}
