package io.taktstrom.oktoflow.ivml;

import java.util.ArrayList;
import java.util.List;

/** Cuts text into tokens. One use, one thread. */
final class IvmlScanner {

    enum Kind {
        WORD,
        NUMBER,
        TEXT,
        SIGN,
        END
    }

    /** @param text of a string what it means, without quotes */
    record Token(Kind kind, String text, Mark at) {

        boolean is(String sign) {
            return kind == Kind.SIGN && text.equals(sign);
        }

        boolean isWord(String word) {
            return kind == Kind.WORD && text.equals(word);
        }

        /** For messages. */
        String shown() {
            return kind == Kind.END ? "the end of the file" : "'" + text + "'";
        }
    }

    private final String file;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    IvmlScanner(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /** All of them, with one of kind END last. */
    List<Token> tokens() throws IvmlSyntaxException {
        List<Token> tokens = new ArrayList<>();
        while (skipToToken()) {
            Mark mark = mark();
            char first = text.charAt(at);
            int start = at;
            if (Character.isJavaIdentifierStart(first)) {
                while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
                    at++;
                }
                tokens.add(new Token(Kind.WORD, text.substring(start, at), mark));
            } else if (Character.isDigit(first)) {
                while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || isPoint())) {
                    at++;
                }
                tokens.add(new Token(Kind.NUMBER, text.substring(start, at), mark));
            } else if (first == '"' || first == '\'') {
                tokens.add(new Token(Kind.TEXT, string(first, mark), mark));
            } else {
                at += text.startsWith("::", at) ? 2 : 1;
                tokens.add(new Token(Kind.SIGN, text.substring(start, at), mark));
            }
        }
        tokens.add(new Token(Kind.END, "", mark()));
        return tokens;
    }

    /** A decimal point, before a digit. */
    private boolean isPoint() {
        return text.charAt(at) == '.' && at + 1 < text.length() && Character.isDigit(text.charAt(at + 1));
    }

    private Mark mark() {
        return new Mark(file, line, at - lineStart + 1);
    }

    private boolean skipToToken() throws IvmlSyntaxException {
        while (at < text.length()) {
            if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", at)) {
                Mark mark = mark();
                int end = text.indexOf("*/", at + 2);
                if (end < 0) {
                    throw new IvmlSyntaxException(mark, "a comment begins here and does not end", "close it with */");
                }
                while (at < end + 2) {
                    next();
                }
            } else if (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '\uFEFF') {
                next();
            } else {
                return true;
            }
        }
        return false;
    }

    private void next() {
        if (text.charAt(at++) == '\n') {
            line++;
            lineStart = at;
        }
    }

    private String string(char quote, Mark mark) throws IvmlSyntaxException {
        StringBuilder value = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '\n'; at++) {
            char each = text.charAt(at);
            if (each == quote) {
                at++;
                return value.toString();
            }
            if (each == '\\' && at + 1 < text.length()) {
                at++;
                each = switch (text.charAt(at)) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    case 'r' -> '\r';
                    default -> text.charAt(at);
                };
            }
            value.append(each);
        }
        throw new IvmlSyntaxException(
                mark, "a text begins here and does not end on its line", "close it with " + quote);
    }
}
