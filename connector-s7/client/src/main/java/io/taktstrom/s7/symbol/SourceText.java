package io.taktstrom.s7.symbol;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a STEP 7 source into tokens. Comments ({@code //}, {@code (* *)}, {@code (/* *}{@code /)}) and attributes in braces
 * are left out, but for the one that says whether a block is optimised.
 */
final class SourceText {

    /** Of one file. */
    private static final int MAX_TOKENS = 2_000_000;

    private static final String SIGNS = ":;,()[]=.";

    private final String file;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;

    // Of the word that is being read, up to where it is read.
    private boolean constant;
    private boolean integer;

    private SourceText(String file, String text) {
        this.file = file;
        this.text = text;
    }

    static List<Token> tokens(String file, String text) {
        return new SourceText(file, text).all();
    }

    private List<Token> all() {
        if (text.startsWith("\uFEFF")) {
            at = 1;
            lineStart = 1;
        }
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                skip(1);
            } else if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("(*", at)) {
                skipPast("*)", "comment");
            } else if (text.startsWith("(/*", at)) {
                skipPast("*/)", "comment");
            } else if (text.startsWith("/*", at)) {
                skipPast("*/", "comment");
            } else if (c == '{') {
                attributes();
            } else {
                token(c);
            }
            if (tokens.size() > MAX_TOKENS) {
                throw wrong("the file is too long: more than " + MAX_TOKENS + " words");
            }
        }
        tokens.add(new Token(Token.Kind.END, "", line, column()));
        return tokens;
    }

    private void token(char c) {
        int startLine = line;
        int startColumn = column();
        if (c == '"' || c == '\'') {
            String inside = quoted(c);
            tokens.add(new Token(c == '"' ? Token.Kind.NAME : Token.Kind.TEXT, inside, startLine, startColumn));
            return;
        }
        int length = text.startsWith("..", at) || text.startsWith(":=", at) ? 2 : SIGNS.indexOf(c) >= 0 ? 1 : 0;
        if (length > 0) {
            tokens.add(new Token(Token.Kind.SIGN, text.substring(at, at + length), startLine, startColumn));
            skip(length);
            return;
        }
        int end = at;
        constant = false;
        integer = true;
        while (end < text.length() && isWord(end)) {
            constant |= text.charAt(end) == '#';
            integer &= "0123456789-+".indexOf(text.charAt(end)) >= 0;
            end++;
        }
        if (end == at) {
            // Programs have more of them; in a declaration it will not be expected.
            tokens.add(new Token(Token.Kind.SIGN, String.valueOf(c), startLine, startColumn));
            skip(1);
            return;
        }
        Token word = new Token(Token.Kind.WORD, text.substring(at, end), startLine, startColumn);
        tokens.add(word);
        at = end;
        if (word.is("TITLE")) {
            passOverTitle();
        }
    }

    /** A title is what people like to write, quotes and all. */
    private void passOverTitle() {
        int equals = at;
        while (equals < text.length() && (text.charAt(equals) == ' ' || text.charAt(equals) == '\t')) {
            equals++;
        }
        if (equals < text.length() && text.charAt(equals) == '=') {
            int end = text.indexOf('\n', equals);
            at = end < 0 ? text.length() : end;
        }
    }

    /** Numbers have a single dot inside, constants colons and dots: {@code 1.5}, {@code TOD#12:30:00.5}. */
    private boolean isWord(int i) {
        char c = text.charAt(i);
        if (Character.isLetterOrDigit(c) || c == '_' || c == '#' || c == '-' || c == '+' || c == '%' || c == '$') {
            return true;
        }
        if (c != '.' && c != ':') {
            return false;
        }
        boolean digitsAround = i > at
                && Character.isDigit(text.charAt(i - 1))
                && i + 1 < text.length()
                && Character.isDigit(text.charAt(i + 1));
        return digitsAround && (constant || (c == '.' && integer));
    }

    /** With {@code $} before a quote that is meant. */
    private String quoted(char quote) {
        StringBuilder inside = new StringBuilder();
        int startLine = line;
        int startColumn = column();
        skip(1);
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at);
            if (c == '\n') {
                break;
            }
            if (c == '$' && quote == '\'' && at + 1 < text.length()) {
                inside.append(c);
                skip(1);
                c = text.charAt(at);
            }
            inside.append(c);
            skip(1);
        }
        if (at >= text.length() || text.charAt(at) != quote) {
            throw new SymbolException(
                    file, startLine, startColumn, "the text that starts here does not end in its line");
        }
        skip(1);
        return inside.toString();
    }

    private void skipPast(String end, String what) {
        int found = text.indexOf(end, at + 2);
        if (found < 0) {
            throw wrong("the " + what + " that starts here does not end; expected " + end);
        }
        skip(found + end.length() - at);
    }

    /** Keeps {@code S7_Optimized_Access} as words: it says that a block has no places. */
    private void attributes() {
        int startLine = line;
        int startColumn = column();
        int end = text.indexOf('}', at);
        if (end < 0) {
            throw wrong("the attributes that start here do not end; expected }");
        }
        String inside = text.substring(at + 1, end);
        String packed = inside.replaceAll("\\s", "").toUpperCase(java.util.Locale.ROOT);
        if (packed.contains("S7_OPTIMIZED_ACCESS:='TRUE'")) {
            tokens.add(new Token(Token.Kind.WORD, BlockSource.OPTIMIZED, startLine, startColumn));
        }
        skip(end + 1 - at);
    }

    private void skip(int characters) {
        for (int i = 0; i < characters; i++, at++) {
            if (text.charAt(at) == '\n') {
                line++;
                lineStart = at + 1;
            }
        }
    }

    private int column() {
        return at - lineStart + 1;
    }

    private SymbolException wrong(String why) {
        return new SymbolException(file, line, column(), why);
    }
}
