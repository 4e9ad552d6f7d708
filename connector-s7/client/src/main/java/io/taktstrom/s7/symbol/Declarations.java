package io.taktstrom.s7.symbol;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.model.ArrayType;
import io.taktstrom.s7.value.S7Array;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.S7String;
import io.taktstrom.s7.value.S7Type;

/** Reads variables with their types. A type that cannot be taken costs its variable only. One use, one thread. */
final class Declarations {

    /** Structures and arrays inside each other; STEP 7 has 8. */
    private static final int MAX_NESTED = 32;

    private static final Map<String, S7Scalar> SYNONYMS = Map.of(
            "TIME_OF_DAY", S7Scalar.TOD,
            "LTIME_OF_DAY", S7Scalar.LTOD,
            "DT", S7Scalar.DATE_AND_TIME,
            "DATE_AND_LTIME", S7Scalar.LDT);

    private final SourceTokens tokens;
    private int depth;

    Declarations(SourceTokens tokens) {
        this.tokens = tokens;
    }

    Declared structure(Token start) {
        List<Declared.Member> members = new ArrayList<>();
        members(members, "END_STRUCT", false);
        return new Declared.Structure(members, start);
    }

    /**
     * Reads variables up to the word that ends them.
     *
     * @param references whether what is no elementary type is there as a pointer only: in the in-out section of a function
     *     block
     */
    void members(List<Declared.Member> members, String end, boolean references) {
        boolean opens = true;
        while (!tokens.accept(end)) {
            List<Token> names = new ArrayList<>();
            do {
                names.add(tokens.name("the name of a variable, or " + end));
                while (tokens.next().is(BlockSource.OPTIMIZED)) {
                    tokens.take();
                }
            } while (tokens.accept(","));
            boolean view = tokens.accept("AT");
            if (view) {
                // Of a variable that has its place already.
                tokens.name("the name of a variable");
            }
            tokens.expect(":");
            Declared type = member();
            for (Token name : names) {
                if (!view) {
                    members.add(new Declared.Member(name, references ? reference(type) : type, opens));
                    opens = false;
                }
            }
            if (tokens.accept(":=")) {
                passOverValue();
            }
            if (!tokens.accept(";") && !tokens.next().is(end)) {
                throw tokens.wrong(
                        tokens.next(), "expected ';', not " + tokens.next().shown());
            }
        }
    }

    private static Declared reference(Declared type) {
        boolean elementary = type instanceof Declared.Plain plain
                && plain.type() instanceof S7Scalar scalar
                && scalar != S7Scalar.DATE_AND_TIME
                && scalar != S7Scalar.DTL;
        S7Type pointer = SystemTypes.of("POINTER");
        return elementary || pointer == null ? type : new Declared.Plain(pointer);
    }

    private Declared member() {
        try {
            return type();
        } catch (LeftOutException e) {
            passOverType();
            return new Declared.Unknown(String.valueOf(e.getMessage()));
        }
    }

    /** Up to the end of the variable, past whatever structure it may have. */
    private void passOverType() {
        int open = 0;
        while (open > 0 || !(tokens.next().is(";") || tokens.next().is(":=") || isEnd(tokens.next()))) {
            Token token = tokens.take();
            open += token.is("STRUCT") ? 1 : token.is("END_STRUCT") ? -1 : 0;
            if (token.kind() == Token.Kind.END) {
                throw tokens.wrong(token, "a type does not end; expected ';'");
            }
        }
    }

    private static boolean isEnd(Token token) {
        return token.is("END_STRUCT") || token.is("END_VAR") || token.is("BEGIN");
    }

    private void passOverValue() {
        int open = 0;
        while (!tokens.next().is(";") || open > 0) {
            Token token = tokens.take();
            open += token.is("(") || token.is("[") ? 1 : token.is(")") || token.is("]") ? -1 : 0;
            if (token.kind() == Token.Kind.END) {
                throw tokens.wrong(token, "a value does not end; expected ';'");
            }
        }
    }

    Declared type() {
        if (++depth > MAX_NESTED) {
            throw tokens.wrong(tokens.next(), "structures and arrays are nested deeper than " + MAX_NESTED);
        }
        try {
            Token start = tokens.next();
            if (tokens.accept("ARRAY")) {
                return array(start);
            }
            if (tokens.accept("STRUCT")) {
                return structure(start);
            }
            if (start.is("STRING") || start.is("WSTRING")) {
                return string(tokens.take());
            }
            return start.kind() == Token.Kind.NAME || isNumbered(start)
                    ? new Declared.Named(blockName())
                    : scalar(tokens.take());
        } finally {
            depth--;
        }
    }

    /** {@code UDT 7} and {@code FB 7}: two words where others have a name. */
    private boolean isNumbered(Token word) {
        return (word.is("UDT") || word.is("FB") || word.is("SFB"))
                && tokens.second().kind() == Token.Kind.WORD;
    }

    /** The name of a block or type; {@code DB 7} becomes {@code DB7}. */
    Token blockName() {
        Token name = tokens.name("a name");
        boolean split = (name.is("DB") || name.is("UDT") || name.is("FB") || name.is("SFB"))
                && tokens.next().kind() == Token.Kind.WORD
                && tokens.next().text().matches("\\d{1,9}");
        return split
                ? new Token(Token.Kind.WORD, name.text() + tokens.take().text(), name.line(), name.column())
                : name;
    }

    private Declared scalar(Token name) {
        String upper = name.text().toUpperCase(Locale.ROOT);
        S7Scalar synonym = SYNONYMS.get(upper);
        if (synonym != null) {
            return new Declared.Plain(synonym);
        }
        S7Type system = SystemTypes.of(upper);
        if (system != null) {
            return new Declared.Plain(system);
        }
        for (S7Scalar scalar : S7Scalar.values()) {
            if (scalar.name().equals(upper)) {
                return new Declared.Plain(scalar);
            }
        }
        // Other system data types have no quotes; their layout can be given as a TYPE.
        if (name.kind() == Token.Kind.WORD && upper.matches("[A-Z_]\\w*")) {
            return new Declared.Named(name);
        }
        throw tokens.wrong(name, "expected a type, not " + name.shown());
    }

    private Declared string(Token name) {
        boolean wide = name.is("WSTRING");
        if (!tokens.accept("[")) {
            return new Declared.Plain(new S7String(wide, S7String.MAX_LENGTH));
        }
        Token length = tokens.next();
        int characters = tokens.integer();
        S7Type type = tokens.located(length, () -> new S7String(wide, characters));
        tokens.expect("]");
        return new Declared.Plain(type);
    }

    private Declared array(Token start) {
        tokens.expect("[");
        List<ArrayType.Bound> bounds = new ArrayList<>();
        do {
            Token first = tokens.next();
            int lower = tokens.integer();
            tokens.expect("..");
            int upper = tokens.integer();
            bounds.add(tokens.located(first, () -> new ArrayType.Bound(lower, upper)));
        } while (tokens.accept(","));
        tokens.expect("]");
        tokens.expect("OF");
        Declared element = type();
        return element instanceof Declared.Plain plain
                ? new Declared.Plain(tokens.located(start, () -> new S7Array(plain.type(), bounds)))
                : new Declared.Array(element, bounds, start);
    }
}
