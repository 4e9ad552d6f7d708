package io.taktstrom.s7.symbol;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.taktstrom.model.ArrayType;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.type.S7Array;
import io.taktstrom.s7.type.S7Scalar;
import io.taktstrom.s7.type.S7String;
import io.taktstrom.s7.type.S7Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads the declarations of one source: data blocks and PLC data types. Program blocks are passed over, so are first
 * values. One use, one thread.
 */
final class BlockSource {

    /** What {@link SourceText} makes of the attribute of an optimised block. */
    static final String OPTIMIZED = "{optimized}";

    /** Structures and arrays inside each other; STEP 7 has 8. */
    private static final int MOST_NESTED = 32;

    private static final Map<String, String> PROGRAM_BLOCKS = Map.of(
            "FUNCTION_BLOCK", "END_FUNCTION_BLOCK",
            "FUNCTION", "END_FUNCTION",
            "ORGANIZATION_BLOCK", "END_ORGANIZATION_BLOCK");

    private static final Set<String> HEADER = Set.of("TITLE", "VERSION", "AUTHOR", "FAMILY", "NAME");

    private static final Map<String, S7Scalar> SYNONYMS = Map.of(
            "TIME_OF_DAY", S7Scalar.TOD,
            "LTIME_OF_DAY", S7Scalar.LTOD,
            "DT", S7Scalar.DATE_AND_TIME,
            "DATE_AND_LTIME", S7Scalar.LDT);

    /**
     * A data block.
     *
     * @param number 0 when the source does not say it
     */
    record Block(String file, Token name, int number, boolean optimized, Declared type) {}

    private final String file;
    private final List<Token> tokens;
    private final List<Block> blocks = new ArrayList<>();
    private final Map<String, Declared> types;
    private int at;
    private int depth;

    /** @param types takes the data types of this source, by {@link #key} */
    BlockSource(String file, String text, Map<String, Declared> types) {
        this.file = file;
        tokens = SourceText.tokens(file, text);
        this.types = types;
    }

    /** Names of types differ in more than case. */
    static String key(String typeName) {
        return typeName.toUpperCase(Locale.ROOT);
    }

    List<Block> read() {
        while (next().kind() != Token.Kind.END) {
            Token start = take();
            String end = PROGRAM_BLOCKS.get(start.text().toUpperCase(Locale.ROOT));
            if (start.is("DATA_BLOCK")) {
                dataBlock();
            } else if (start.is("TYPE")) {
                dataType();
            } else if (start.kind() == Token.Kind.WORD && end != null) {
                passOver(start, end);
            } else {
                throw wrong(start, "expected DATA_BLOCK or TYPE, not " + start.shown());
            }
        }
        return blocks;
    }

    private void passOver(Token start, String end) {
        while (!next().is(end)) {
            if (take().kind() == Token.Kind.END) {
                throw wrong(start, "the block that starts here does not end; expected " + end);
            }
        }
        take();
    }

    private void dataBlock() {
        Token name = blockName();
        int number = number(name);
        boolean optimized = false;
        while (!next().is("STRUCT") && !next().is("VAR") && !isTypeName()) {
            Token token = take();
            if (token.is(OPTIMIZED)) {
                optimized = true;
            } else if (HEADER.contains(token.text().toUpperCase(Locale.ROOT))) {
                take();
                while (next().line() == token.line() && next().kind() != Token.Kind.END) {
                    take();
                }
            } else if (token.kind() == Token.Kind.END || token.is("BEGIN")) {
                throw wrong(
                        token, "data block " + name.shown() + " has no declaration; expected STRUCT, VAR or a type");
            }
        }
        Declared type =
                next().is("STRUCT") ? structure(take(), "END_STRUCT") : next().is("VAR") ? variables() : named();
        accept(";");
        passOver(name, "END_DATA_BLOCK");
        blocks.add(new Block(file, name, number, optimized, type));
    }

    /** A DB of a data type or of a function block names it where others have a structure. */
    private boolean isTypeName() {
        return next().kind() == Token.Kind.NAME
                || (next().is("UDT") && tokens.get(at + 1).kind() == Token.Kind.WORD);
    }

    private Declared variables() {
        List<Declared.Member> members = new ArrayList<>();
        Token start = next();
        while (accept("VAR")) {
            while (next().is("RETAIN") || next().is("NON_RETAIN")) {
                take();
            }
            members(members, "END_VAR");
            accept(";");
        }
        return new Declared.Structure(members, start);
    }

    private Token blockName() {
        Token name = take();
        if (name.kind() != Token.Kind.WORD && name.kind() != Token.Kind.NAME) {
            throw wrong(name, "expected a name, not " + name.shown());
        }
        boolean split = (name.is("DB") || name.is("UDT"))
                && next().kind() == Token.Kind.WORD
                && next().text().matches("\\d+");
        return split ? new Token(Token.Kind.WORD, name.text() + take().text(), name.line(), name.column()) : name;
    }

    private int number(Token name) {
        if (name.kind() != Token.Kind.WORD || !name.text().matches("(?i)DB\\d+")) {
            return 0;
        }
        return located(name, () -> S7Address.parse(name.text() + ".DBB0").dbNumber());
    }

    private void dataType() {
        Token name = blockName();
        while (!next().is("STRUCT")) {
            Token token = take();
            if (token.kind() == Token.Kind.END || token.is("END_TYPE")) {
                throw wrong(token, "type " + name.shown() + " has no STRUCT");
            }
        }
        Declared type = structure(take(), "END_STRUCT");
        accept(";");
        if (!accept("END_TYPE")) {
            throw wrong(next(), "expected END_TYPE, not " + next().shown());
        }
        if (types.putIfAbsent(key(name.text()), type) != null) {
            throw wrong(name, "type " + name.shown() + " is there twice");
        }
    }

    private Declared structure(Token start, String end) {
        List<Declared.Member> members = new ArrayList<>();
        members(members, end);
        return new Declared.Structure(members, start);
    }

    private void members(List<Declared.Member> members, String end) {
        while (!accept(end)) {
            Token name = take();
            if (name.kind() != Token.Kind.WORD && name.kind() != Token.Kind.NAME) {
                throw wrong(name, "expected the name of a variable, or " + end + ", not " + name.shown());
            }
            while (next().is(OPTIMIZED)) {
                take();
            }
            expect(":");
            members.add(new Declared.Member(name, type()));
            if (accept(":=")) {
                passOverValue();
            }
            if (!accept(";") && !next().is(end)) {
                throw wrong(next(), "expected ';', not " + next().shown());
            }
        }
    }

    private void passOverValue() {
        int open = 0;
        while (!next().is(";") || open > 0) {
            Token token = take();
            open += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
            if (token.kind() == Token.Kind.END) {
                throw wrong(token, "a value does not end; expected ';'");
            }
        }
    }

    private Declared type() {
        if (++depth > MOST_NESTED) {
            throw wrong(next(), "structures and arrays are nested deeper than " + MOST_NESTED);
        }
        try {
            Token start = next();
            if (accept("ARRAY")) {
                return array(start);
            }
            if (accept("STRUCT")) {
                return structure(start, "END_STRUCT");
            }
            if (start.is("STRING") || start.is("WSTRING")) {
                return string(take());
            }
            return start.kind() == Token.Kind.NAME || start.is("UDT") ? named() : scalar(take());
        } finally {
            depth--;
        }
    }

    private Declared named() {
        return new Declared.Named(blockName());
    }

    private Declared scalar(Token name) {
        String upper = name.text().toUpperCase(Locale.ROOT);
        S7Scalar synonym = SYNONYMS.get(upper);
        if (synonym != null) {
            return new Declared.Plain(synonym);
        }
        for (S7Scalar scalar : S7Scalar.values()) {
            if (scalar.name().equals(upper) && scalar != S7Scalar.TIMER && scalar != S7Scalar.COUNTER) {
                return new Declared.Plain(scalar);
            }
        }
        // System data types, such as IEC_TIMER, stand without quotes; whoever knows them gives them as a TYPE.
        if (name.kind() == Token.Kind.WORD && upper.matches("[A-Z_]\\w*")) {
            return new Declared.Named(name);
        }
        throw wrong(name, "expected a type, not " + name.shown());
    }

    private Declared string(Token name) {
        boolean wide = name.is("WSTRING");
        if (!accept("[")) {
            return new Declared.Plain(new S7String(wide, S7String.MAX_LENGTH));
        }
        Token length = next();
        int characters = integer();
        S7Type type = located(length, () -> new S7String(wide, characters));
        expect("]");
        return new Declared.Plain(type);
    }

    private Declared array(Token start) {
        expect("[");
        List<ArrayType.Bound> bounds = new ArrayList<>();
        do {
            Token first = next();
            int lower = integer();
            expect("..");
            int upper = integer();
            bounds.add(located(first, () -> new ArrayType.Bound(lower, upper)));
        } while (accept(","));
        expect("]");
        expect("OF");
        Declared element = type();
        if (element instanceof Declared.Plain plain) {
            return new Declared.Plain(located(start, () -> new S7Array(plain.type(), bounds)));
        }
        return new Declared.Array(element, bounds, start);
    }

    private int integer() {
        Token token = take();
        try {
            return Integer.parseInt(token.text());
        } catch (NumberFormatException e) {
            throw wrong(
                    token,
                    "expected a number, not " + token.shown()
                            + (token.kind() == Token.Kind.NAME ? "; put the value of the constant there" : ""));
        }
    }

    private <T> T located(Token token, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw wrong(token, String.valueOf(e.getMessage()));
        }
    }

    private Token next() {
        return tokens.get(at);
    }

    private Token take() {
        Token token = next();
        if (token.kind() != Token.Kind.END) {
            at++;
        }
        return token;
    }

    private boolean accept(String keywordOrSign) {
        if (!next().is(keywordOrSign)) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(String keywordOrSign) {
        if (!accept(keywordOrSign)) {
            throw wrong(next(), "expected '" + keywordOrSign + "', not " + next().shown());
        }
    }

    private SymbolException wrong(Token token, @Nullable String why) {
        return new SymbolException(file, token.line(), token.column(), String.valueOf(why));
    }
}
