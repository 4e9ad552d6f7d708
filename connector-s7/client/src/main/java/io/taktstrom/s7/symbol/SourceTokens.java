package io.taktstrom.s7.symbol;

import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** The tokens of a source, taken from left to right. One use, one thread. */
final class SourceTokens {

    /** TIA Portal: 128 characters; STEP 7: 24. */
    private static final int MAX_NAME = 256;

    private final String file;
    private final List<Token> tokens;
    private int at;

    SourceTokens(String file, List<Token> tokens) {
        this.file = file;
        this.tokens = tokens;
    }

    String file() {
        return file;
    }

    Token next() {
        return tokens.get(at);
    }

    /** The one behind the next. */
    Token second() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token take() {
        Token token = next();
        if (token.kind() != Token.Kind.END) {
            at++;
        }
        return token;
    }

    boolean accept(String keywordOrSign) {
        if (!next().is(keywordOrSign)) {
            return false;
        }
        at++;
        return true;
    }

    void expect(String keywordOrSign) {
        if (!accept(keywordOrSign)) {
            throw wrong(next(), "expected '" + keywordOrSign + "', not " + next().shown());
        }
    }

    /** A name in quotes or without. */
    Token name(String expected) {
        Token name = take();
        if (name.kind() != Token.Kind.WORD && name.kind() != Token.Kind.NAME) {
            throw wrong(name, "expected " + expected + ", not " + name.shown());
        }
        if (name.text().length() > MAX_NAME) {
            throw wrong(
                    name,
                    "a name of " + name.text().length() + " characters; more than " + MAX_NAME + " has no variable");
        }
        return name;
    }

    int integer() {
        Token token = take();
        try {
            return Integer.parseInt(token.text());
        } catch (NumberFormatException e) {
            String why = "expected a number, not " + token.shown()
                    + (token.kind() == Token.Kind.NAME ? "; put the value of the constant there" : "");
            throw token.kind() == Token.Kind.NAME || token.kind() == Token.Kind.WORD
                    ? new LeftOutException(file, token, why)
                    : wrong(token, why);
        }
    }

    /** Says where it stands what a value refuses. */
    <T> T located(Token token, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new LeftOutException(file, token, String.valueOf(e.getMessage()));
        }
    }

    SymbolException wrong(Token token, @Nullable String why) {
        return new SymbolException(file, token.line(), token.column(), String.valueOf(why));
    }
}
