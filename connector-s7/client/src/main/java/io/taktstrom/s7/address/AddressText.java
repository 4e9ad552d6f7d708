package io.taktstrom.s7.address;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** The text of an address, read from left to right; one use, one thread. */
final class AddressText {

    private final String text;
    private int at;

    AddressText(String text) {
        this.text = text;
        skipSpace();
    }

    int column() {
        return at;
    }

    boolean isAtEnd() {
        skipSpace();
        return at == text.length();
    }

    /** Takes these characters, whatever their case, if they come next. */
    boolean accept(String wanted) {
        if (!text.regionMatches(true, at, wanted, 0, wanted.length())) {
            return false;
        }
        at += wanted.length();
        return true;
    }

    void expect(String wanted, String example) {
        if (!accept(wanted)) {
            throw wrong("expected '" + wanted + "', as in " + example);
        }
    }

    /** The letters, and underscores between them, that come next, in upper case; may be none. */
    String letters() {
        int start = at;
        while (at < text.length() && (isLetter(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at).toUpperCase(Locale.ROOT);
    }

    /** As {@link #letters}, with digits behind the first one. */
    String word() {
        int start = at;
        while (at < text.length()
                && (isLetter(text.charAt(at)) || text.charAt(at) == '_' || (at > start && isDigit(text.charAt(at))))) {
            at++;
        }
        return text.substring(start, at).toUpperCase(Locale.ROOT);
    }

    boolean isDigitNext() {
        return at < text.length() && isDigit(text.charAt(at));
    }

    /** A number without sign. */
    int number(String what) {
        int start = at;
        while (isDigitNext()) {
            at++;
        }
        if (start == at) {
            throw wrong("expected " + what);
        }
        return parsed(start, what);
    }

    /** A number that may have a minus. */
    int signedNumber(String what) {
        int start = at;
        accept("-");
        if (!isDigitNext()) {
            at = start;
            throw wrong("expected " + what);
        }
        while (isDigitNext()) {
            at++;
        }
        return parsed(start, what);
    }

    private int parsed(int start, String what) {
        try {
            return Integer.parseInt(text, start, at, 10);
        } catch (NumberFormatException e) {
            at = start;
            throw wrong(what + " is too large");
        }
    }

    void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    IllegalArgumentException wrong(String why) {
        return wrong(at, why);
    }

    IllegalArgumentException wrong(int column, @Nullable String why) {
        return new IllegalArgumentException("address '" + text + "', column " + (column + 1) + ": " + why);
    }

    private static boolean isLetter(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
