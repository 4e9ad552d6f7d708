package io.taktstrom.oktoflow.ivml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.oktoflow.ivml.IvmlScanner.Kind;
import io.taktstrom.oktoflow.ivml.IvmlScanner.Token;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Reads a file. What it does not understand is a problem, behind which it goes on with the next statement. */
final class IvmlParser {

    /** Statements that say nothing about devices. */
    private static final Set<String> PASSED_OVER = Set.of(
            "annotate", "def", "typedef", "enum", "freeze", "Constraint", "version", "conflicts", "interface", "eval");

    /** Words that follow a set in braces within a statement. */
    private static final Set<String> GO_ON = Set.of("in", "then", "else", "endif");

    /** Braces in braces: a model has a handful. */
    private static final int MAX_DEPTH = 64;

    private final Problems problems;
    private final List<Token> tokens;
    private final List<String> imports = new ArrayList<>();
    private final Map<String, String> parents = new LinkedHashMap<>();
    private final List<IvmlFile.Declaration> declarations = new ArrayList<>();
    private int at;
    private int depth;
    private int assigned;

    private IvmlParser(List<Token> tokens, Problems problems) {
        this.tokens = tokens;
        this.problems = problems;
    }

    /** Reads a file; null when not even its frame is understood. */
    static @Nullable IvmlFile parse(String file, String text, Problems problems) {
        try {
            return new IvmlParser(new IvmlScanner(file, text).tokens(), problems).file();
        } catch (IvmlSyntaxException e) {
            e.report(problems);
            return null;
        }
    }

    private IvmlFile file() throws IvmlSyntaxException {
        if (!accept("project")) {
            throw wrong("'project' is expected, not " + peek().shown(), "name a file with a model in IVML");
        }
        String project = word("the name of the project");
        expect("{");
        while (!peek().is("}") || assigned > 0) {
            if (peek().kind() == Kind.END) {
                throw wrong("the project does not end", "close it with }");
            }
            statement();
        }
        return new IvmlFile(project, imports, parents, declarations);
    }

    private void statement() throws IvmlSyntaxException {
        int start = at;
        try {
            Token first = peek();
            if (accept("import")) {
                imports.add(word("the name of a project") + (accept("*") ? "*" : ""));
                skipStatement();
            } else if (accept("assign")) {
                // Attributes for the declarations in its block, which are read like others.
                skipBrackets();
                expect("to");
                expect("{");
                assigned++;
            } else if (accept("}")) {
                assigned--;
                accept(";");
            } else if (first.is("@") || (first.kind() == Kind.WORD && PASSED_OVER.contains(first.text()))) {
                skipStatement();
            } else if (first.is("compound") || first.is("abstract")) {
                accept("abstract");
                expect("compound");
                String name = word("the name of a compound");
                parents.put(name, accept("refines") ? word("the name of a compound") : "");
                skipStatement();
            } else {
                declaration();
            }
        } catch (IvmlSyntaxException e) {
            e.report(problems);
            at = start;
            depth = 0;
            skipStatement();
        }
    }

    /** To behind the next semicolon, or behind a block without one. */
    private void skipStatement() throws IvmlSyntaxException {
        int open = 0;
        for (; peek().kind() != Kind.END; at++) {
            Token token = peek();
            if (token.is("{") || token.is("(")) {
                open++;
            } else if (token.is("}") && open == 0) {
                return;
            } else if (token.is("}") || token.is(")")) {
                open--;
                Token next = tokens.get(at + 1);
                if (open == 0
                        && token.is("}")
                        && !GO_ON.contains(next.text())
                        && (next.kind() == Kind.WORD || next.is("}") || next.is("@"))) {
                    at++;
                    return;
                }
            } else if (token.is(";") && open == 0) {
                at++;
                return;
            }
        }
    }

    private void declaration() throws IvmlSyntaxException {
        accept("const");
        Mark mark = peek().at();
        // Of setOf(...) and its like the name is enough.
        String type = word("a declaration");
        if (peek().is("(")) {
            skipBrackets();
        }
        if (peek().kind() != Kind.WORD) {
            // A value for what another file declares, or a constraint: not a declaration.
            skipStatement();
            return;
        }
        String name = word("a name");
        IvmlValue value = accept("=") ? value() : null;
        if (value != null && (peek().is("*") || peek().is("/") || peek().is("-"))) {
            value = new IvmlValue.Call(peek().text(), mark);
            skipStatement();
            declarations.add(new IvmlFile.Declaration(type, name, value, mark));
            return;
        }
        expect(";");
        declarations.add(new IvmlFile.Declaration(type, name, value, mark));
    }

    /** To behind the bracket that closes this one. */
    private void skipBrackets() throws IvmlSyntaxException {
        int open = 0;
        do {
            if (peek().kind() == Kind.END) {
                throw wrong("a bracket is not closed", "close it with )");
            }
            open += peek().is("(") ? 1 : peek().is(")") ? -1 : 0;
            at++;
        } while (open > 0);
    }

    private IvmlValue value() throws IvmlSyntaxException {
        IvmlValue first = operand();
        if (!peek().is("+")) {
            return first;
        }
        List<IvmlValue> parts = new ArrayList<>(List.of(first));
        while (accept("+")) {
            parts.add(operand());
        }
        return new IvmlValue.Sum(parts, first.at());
    }

    private IvmlValue operand() throws IvmlSyntaxException {
        Token token = peek();
        if (token.is("{")) {
            return braces(null);
        }
        at++;
        if (token.kind() == Kind.TEXT) {
            return new IvmlValue.Text(token.text(), token.at());
        }
        if (token.kind() == Kind.NUMBER) {
            return new IvmlValue.Numeral(token.text(), token.at());
        }
        if (token.is("-") && peek().kind() == Kind.NUMBER) {
            return new IvmlValue.Numeral("-" + tokens.get(at++).text(), token.at());
        }
        if (token.kind() == Kind.WORD) {
            return named(token);
        }
        at--;
        throw wrong("a value is expected, not " + token.shown(), "write a text, a number, a name or braces");
    }

    private IvmlValue named(Token token) throws IvmlSyntaxException {
        StringBuilder parts = new StringBuilder(token.text());
        while (peek().is("::") || peek().is(".")) {
            parts.append(tokens.get(at++).text()).append(word("a name"));
        }
        String name = parts.toString();
        if (peek().is("{")) {
            return braces(name);
        }
        if (!peek().is("(")) {
            return new IvmlValue.Name(name, token.at());
        }
        int bracket = at;
        Mark mark = peek().at();
        if (name.equals("refBy") || name.equals("refTo")) {
            at++;
            mark = peek().at();
            StringBuilder referred = new StringBuilder(word("the name of what is referred to"));
            while (accept("::")) {
                referred.append("::").append(word("a name"));
            }
            if (accept(")")) {
                return new IvmlValue.Name(referred.toString(), mark);
            }
            // A part of it, such as rec.fields[0]: of operations, which say nothing about devices.
            at = bracket;
        }
        skipBrackets();
        return new IvmlValue.Call(name, mark);
    }

    private IvmlValue.Braces braces(@Nullable String type) throws IvmlSyntaxException {
        Mark mark = peek().at();
        expect("{");
        if (++depth > MAX_DEPTH) {
            throw new IvmlSyntaxException(mark, "braces are nested too deeply", "take the value apart");
        }
        Map<String, IvmlValue> fields = new LinkedHashMap<>();
        List<IvmlValue> items = new ArrayList<>();
        while (!accept("}")) {
            Token token = peek();
            if (token.kind() == Kind.WORD && tokens.get(at + 1).is("=")) {
                at += 2;
                if (fields.put(token.text(), value()) != null) {
                    throw new IvmlSyntaxException(token.at(), "duplicate attribute " + token.text(), "remove one");
                }
            } else {
                items.add(value());
            }
            if (!accept(",") && !peek().is("}")) {
                throw wrong(
                        "a comma or a closing brace is expected, not " + peek().shown(), "separate values by commas");
            }
        }
        depth--;
        return new IvmlValue.Braces(type, fields, items, mark);
    }

    private Token peek() {
        return tokens.get(at);
    }

    private boolean accept(String expected) {
        boolean found = peek().is(expected);
        at += found ? 1 : 0;
        return found;
    }

    private void expect(String expected) throws IvmlSyntaxException {
        if (!accept(expected)) {
            throw wrong("'" + expected + "' is expected, not " + peek().shown(), "check the text before it");
        }
    }

    private String word(String what) throws IvmlSyntaxException {
        if (peek().kind() != Kind.WORD) {
            throw wrong(what + " is expected, not " + peek().shown(), "check the text before it");
        }
        return tokens.get(at++).text();
    }

    private IvmlSyntaxException wrong(String message, String hint) {
        return new IvmlSyntaxException(peek().at(), message, hint);
    }
}
