package io.taktstrom.oktoflow.ivml;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
        /** Whether it is this sign or word. */
        boolean is(String expected) {
            return kind != Kind.TEXT && text.equals(expected);
        }

        /** For messages. */
        String shown() {
            return kind == Kind.END ? "the end of the file" : "'" + text + "'";
        }
    }

    /** Spaces and line comments; words; numbers; signs. */
    private static final Pattern TOKEN = Pattern.compile("[\\p{javaWhitespace}\\uFEFF]+|//[^\\n]*"
            + "|(\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)"
            + "|(\\d[\\p{L}\\p{Nd}]*(?:\\.\\d[\\p{L}\\p{Nd}]*){0,9})"
            + "|(::|(?s:.))");

    /** What follows a text of several lines; else its quote begins another text, and its own is missing. */
    private static final Pattern AFTER_TEXT = Pattern.compile("\\s*[,;)}+]");

    private final String file;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;
    private int lineEnd;

    IvmlScanner(String file, String text) {
        this.file = file;
        this.text = text;
        lineEnd = text.indexOf('\n');
    }

    /** All of them, with one of kind END last. */
    List<Token> tokens() throws IvmlSyntaxException {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (at < text.length()) {
            Mark mark = mark();
            char first = text.charAt(at);
            if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                if (end < 0) {
                    throw new IvmlSyntaxException(mark, "a comment begins here and does not end", "close it with */");
                }
                at = end + 2;
            } else if (first == '"' || first == '\'') {
                tokens.add(new Token(Kind.TEXT, string(first, mark), mark));
            } else if (matcher.region(at, text.length()).lookingAt()) {
                at = matcher.end();
                if (matcher.group(1) != null) {
                    tokens.add(new Token(Kind.WORD, matcher.group(), mark));
                } else if (matcher.group(2) != null || matcher.group(3) != null) {
                    Kind kind = matcher.group(2) != null ? Kind.NUMBER : Kind.SIGN;
                    tokens.add(new Token(kind, matcher.group(), mark));
                }
            }
        }
        tokens.add(new Token(Kind.END, "", mark()));
        return tokens;
    }

    private Mark mark() {
        while (lineEnd >= 0 && lineEnd < at) {
            line++;
            lineStart = lineEnd + 1;
            lineEnd = text.indexOf('\n', lineStart);
        }
        return new Mark(file, line, at - lineStart + 1);
    }

    private String string(char quote, Mark mark) throws IvmlSyntaxException {
        StringBuilder value = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char each = text.charAt(at);
            if (each == quote) {
                at++;
                if (lineEnd >= 0
                        && lineEnd < at
                        && !AFTER_TEXT.matcher(text).region(at, text.length()).lookingAt()) {
                    break;
                }
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
        throw new IvmlSyntaxException(mark, "a text begins here and does not end", "close it with " + quote);
    }
}
