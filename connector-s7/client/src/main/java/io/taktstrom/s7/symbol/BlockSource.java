package io.taktstrom.s7.symbol;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.taktstrom.s7.address.S7Address;

/**
 * Reads the declarations of one source: data blocks, PLC data types, and function blocks, whose declarations are those of
 * their instances. Programs are passed over, so are first values. One use, one thread.
 */
final class BlockSource {

    /** What {@link SourceText} makes of the attribute of an optimised block. */
    static final String OPTIMIZED = "{optimized}";

    private static final Map<String, String> PROGRAM_BLOCKS = Map.of(
            "FUNCTION", "END_FUNCTION",
            "ORGANIZATION_BLOCK", "END_ORGANIZATION_BLOCK");

    private static final Set<String> HEADER = Set.of("TITLE", "VERSION", "AUTHOR", "FAMILY", "NAME");
    private static final Set<String> FLAGS =
            Set.of("RETAIN", "NON_RETAIN", "UNLINKED", "READ_ONLY", "KNOW_HOW_PROTECT", "STANDARD", OPTIMIZED);

    /** Sections of a function block that its instances hold, in the order in which they hold them. */
    private static final List<String> SECTIONS = List.of("VAR_INPUT", "VAR_OUTPUT", "VAR_IN_OUT", "VAR");

    /**
     * A data block.
     *
     * @param number 0 when the source does not say it
     */
    record Block(String file, Token name, int number, boolean optimized, Declared type) {}

    private final SourceTokens tokens;
    private final Declarations declarations;
    private final List<Block> blocks = new ArrayList<>();
    private final SymbolTypes types;

    /** @param types takes the data types and function blocks of this source */
    BlockSource(String file, String text, SymbolTypes types) {
        tokens = new SourceTokens(file, SourceText.tokens(file, text));
        declarations = new Declarations(tokens);
        this.types = types;
    }

    List<Block> read() {
        while (tokens.next().kind() != Token.Kind.END) {
            Token start = tokens.take();
            String end = PROGRAM_BLOCKS.get(start.text().toUpperCase(Locale.ROOT));
            if (start.is("DATA_BLOCK")) {
                dataBlock();
            } else if (start.is("TYPE")) {
                dataType();
            } else if (start.is("FUNCTION_BLOCK")) {
                functionBlock(start);
            } else if (start.kind() == Token.Kind.WORD && end != null) {
                passOver(start, end);
            } else {
                throw tokens.wrong(
                        start, "expected DATA_BLOCK, TYPE, FUNCTION_BLOCK or another block, not " + start.shown());
            }
        }
        return blocks;
    }

    private void passOver(Token start, String end) {
        while (!tokens.next().is(end)) {
            if (tokens.take().kind() == Token.Kind.END) {
                throw tokens.wrong(start, "the block that starts here does not end; expected " + end);
            }
        }
        tokens.take();
    }

    // ---- data blocks

    private void dataBlock() {
        Token name = declarations.blockName();
        int number = number(name);
        boolean optimized = false;
        while (!isDeclaration()) {
            Token token = tokens.take();
            optimized |= token.is(OPTIMIZED);
            passOverHeader(token);
            if (token.kind() == Token.Kind.END || token.is("BEGIN")) {
                throw tokens.wrong(
                        token, "data block " + name.shown() + " has no declaration; expected STRUCT, VAR or a type");
            }
        }
        Declared type = declared();
        tokens.accept(";");
        passOver(name, "END_DATA_BLOCK");
        blocks.add(new Block(tokens.file(), name, number, optimized, type));
    }

    private void passOverHeader(Token token) {
        if (HEADER.contains(token.text().toUpperCase(Locale.ROOT))) {
            while (tokens.next().line() == token.line() && tokens.next().kind() != Token.Kind.END) {
                tokens.take();
            }
        }
    }

    /** A structure, variables, an array, or the name of what the block is an instance of. */
    private boolean isDeclaration() {
        Token next = tokens.next();
        return next.is("STRUCT")
                || next.is("VAR")
                || next.is("ARRAY")
                || next.kind() == Token.Kind.NAME
                || (next.kind() == Token.Kind.WORD && isTypeName(next));
    }

    private boolean isTypeName(Token word) {
        boolean numbered = (word.is("UDT") || word.is("FB") || word.is("SFB"))
                && tokens.second().kind() == Token.Kind.WORD;
        return numbered
                || SystemTypes.of(word.text()) != null
                || (tokens.second().is("BEGIN")
                        && !FLAGS.contains(word.text().toUpperCase(Locale.ROOT))
                        && word.text().matches("[A-Za-z_]\\w*"));
    }

    private Declared declared() {
        try {
            return tokens.next().is("VAR") ? variables() : declarations.type();
        } catch (LeftOutException e) {
            return new Declared.Unknown(String.valueOf(e.getMessage()));
        }
    }

    private Declared variables() {
        List<Declared.Member> members = new ArrayList<>();
        Token start = tokens.next();
        while (tokens.accept("VAR")) {
            section(members, false);
        }
        return new Declared.Structure(members, start);
    }

    private void section(List<Declared.Member> members, boolean references) {
        while (tokens.next().is("RETAIN") || tokens.next().is("NON_RETAIN")) {
            tokens.take();
        }
        declarations.members(members, "END_VAR", references);
        tokens.accept(";");
    }

    private int number(Token name) {
        if (name.kind() != Token.Kind.WORD || !name.text().matches("(?i)DB\\d{1,9}")) {
            return 0;
        }
        try {
            return S7Address.parse(name.text() + ".DBB0").dbNumber();
        } catch (IllegalArgumentException e) {
            throw tokens.wrong(name, e.getMessage());
        }
    }

    // ---- types

    private void dataType() {
        Token name = declarations.blockName();
        while (!tokens.next().is("STRUCT")) {
            Token token = tokens.take();
            passOverHeader(token);
            if (token.kind() == Token.Kind.END || token.is("END_TYPE")) {
                throw tokens.wrong(token, "type " + name.shown() + " has no STRUCT");
            }
        }
        Declared type = declarations.structure(tokens.take());
        tokens.accept(";");
        if (!tokens.accept("END_TYPE")) {
            throw tokens.wrong(
                    tokens.next(), "expected END_TYPE, not " + tokens.next().shown());
        }
        if (!types.add(tokens.file(), name, type, false)) {
            throw tokens.wrong(name, "type " + name.shown() + " is there twice");
        }
    }

    /** Its variables lie in its instances section by section, whatever the order in the source; the program says nothing. */
    private void functionBlock(Token start) {
        tokens.knowConstantsUntil("END_FUNCTION_BLOCK");
        Token name = declarations.blockName();
        boolean optimized = false;
        List<List<Declared.Member>> sections = new ArrayList<>();
        SECTIONS.forEach(section -> sections.add(new ArrayList<>()));
        while (!tokens.next().is("BEGIN") && !tokens.next().is("END_FUNCTION_BLOCK")) {
            Token token = tokens.take();
            optimized |= token.is(OPTIMIZED);
            passOverHeader(token);
            int section = token.kind() == Token.Kind.WORD
                    ? SECTIONS.indexOf(token.text().toUpperCase(Locale.ROOT))
                    : -1;
            boolean stored = section >= 0 && !tokens.next().is("CONSTANT");
            if (stored) {
                section(sections.get(section), token.is("VAR_IN_OUT"));
            } else if (section >= 0 || token.is("VAR_TEMP") || token.is("CONST")) {
                passOver(token, token.is("CONST") ? "END_CONST" : "END_VAR");
            } else if (token.kind() == Token.Kind.END) {
                throw tokens.wrong(start, "the block that starts here does not end; expected END_FUNCTION_BLOCK");
            }
        }
        passOver(start, "END_FUNCTION_BLOCK");
        tokens.forgetConstants();
        List<Declared.Member> members = new ArrayList<>();
        sections.forEach(members::addAll);
        if (!types.add(tokens.file(), name, new Declared.Structure(members, name), optimized)) {
            throw tokens.wrong(name, "block " + name.shown() + " is there twice");
        }
    }
}
