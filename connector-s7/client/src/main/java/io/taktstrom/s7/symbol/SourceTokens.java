package io.taktstrom.s7.symbol;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** The tokens of a source, taken from left to right. One use, one thread. */
final class SourceTokens {

    /** TIA Portal: 128 characters; STEP 7: 24. */
    private static final int MAX_NAME = 256;

    private final String file;
    private final List<Token> tokens;
    private int at;
    private Map<String, Integer> constants = Map.of();

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

    /** A number, or a local constant: {@code #MAX}, {@code #"MAX"}, {@code MAX}. */
    int integer() {
        boolean local = accept("#");
        Token token = take();
        Integer constant = local || token.kind() == Token.Kind.WORD ? constants.get(key(token)) : null;
        if (constant != null) {
            return constant;
        }
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

    // ---- constants of a block, which may be declared behind the variables that use them

    /** From now on a number may be one of the integer constants that are declared before this word. */
    void knowConstantsUntil(String end) {
        constants = new HashMap<>();
        boolean declared = false;
        for (int i = at; i + 1 < tokens.size() && !tokens.get(i).is(end); i++) {
            Token token = tokens.get(i);
            declared = (declared || token.is("CONSTANT") || token.is("CONST"))
                    && !token.is("END_VAR")
                    && !token.is("END_CONST");
            boolean typed = i >= at + 3 && tokens.get(i - 2).is(":");
            if (declared && token.is(":=") && i > at) {
                Integer value = whole(tokens.get(i + 1).text());
                if (value != null && i + 2 < tokens.size() && tokens.get(i + 2).is(";")) {
                    constants.put(key(tokens.get(typed ? i - 3 : i - 1)), value);
                }
            }
        }
    }

    /** The block whose constants are known has ended. */
    void forgetConstants() {
        constants = Map.of();
    }

    private static String key(Token name) {
        String text = name.text();
        return (text.startsWith("#") ? text.substring(1) : text).toUpperCase(Locale.ROOT);
    }

    /** {@code 5}, {@code INT#5}, {@code 16#FF}, {@code 2#1010_0000}; null for what is no whole number. */
    private static @Nullable Integer whole(String text) {
        String[] parts = text.replace("_", "").split("#", -1);
        String base = parts.length > 1 ? parts[parts.length - 2] : "";
        try {
            return Integer.parseInt(parts[parts.length - 1], base.matches("2|8|16") ? Integer.parseInt(base) : 10);
        } catch (NumberFormatException e) {
            return null;
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
