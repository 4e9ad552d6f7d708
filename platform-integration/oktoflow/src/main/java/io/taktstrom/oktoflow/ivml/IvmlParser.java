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

    /** Braces in braces: a model has a handful. */
    private static final int MAX_DEPTH = 64;

    private final Problems problems;
    private final List<String> imports = new ArrayList<>();
    private final Map<String, String> parents = new LinkedHashMap<>();
    private final List<IvmlFile.Declaration> declarations = new ArrayList<>();
    private List<Token> tokens = List.of();
    private int at;
    private int depth;

    private IvmlParser(Problems problems) {
        this.problems = problems;
    }

    /** Reads a file; null when not even its frame is understood. */
    static @Nullable IvmlFile parse(String file, String text, Problems problems) {
        return new IvmlParser(problems).file(file, text);
    }

    private @Nullable IvmlFile file(String file, String text) {
        try {
            tokens = new IvmlScanner(file, text).tokens();
            expectWord("project");
            String project = word("the name of the project");
            expect("{");
            while (!peek().is("}")) {
                if (peek().kind() == Kind.END) {
                    throw wrong("the project does not end", "close it with }");
                }
                statement();
            }
            return new IvmlFile(project, imports, parents, declarations);
        } catch (IvmlSyntaxException e) {
            report(e);
            return null;
        }
    }

    private void report(IvmlSyntaxException e) {
        Mark mark = e.at();
        problems.at(mark.file(), mark.line(), mark.column(), String.valueOf(e.getMessage()), e.hint());
    }

    private void statement() throws IvmlSyntaxException {
        int start = at;
        try {
            Token first = peek();
            if (first.isWord("import")) {
                at++;
                imports.add(word("the name of a project") + (accept("*") ? "*" : ""));
                skipStatement();
            } else if (first.is("@") || (first.kind() == Kind.WORD && PASSED_OVER.contains(first.text()))) {
                skipStatement();
            } else if (first.isWord("compound") || first.isWord("abstract")) {
                compound();
            } else {
                declaration();
            }
        } catch (IvmlSyntaxException e) {
            report(e);
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
                if (open == 0 && token.is("}") && (next.kind() == Kind.WORD || next.is("}") || next.is("@"))) {
                    at++;
                    return;
                }
            } else if (token.is(";") && open == 0) {
                at++;
                return;
            }
        }
    }

    private void compound() throws IvmlSyntaxException {
        if (peek().isWord("abstract")) {
            at++;
        }
        expectWord("compound");
        String name = word("the name of a compound");
        String parent = "";
        if (peek().isWord("refines")) {
            at++;
            parent = word("the name of a compound");
        }
        parents.put(name, parent);
        skipStatement();
    }

    private void declaration() throws IvmlSyntaxException {
        if (peek().isWord("const")) {
            at++;
        }
        Mark mark = peek().at();
        String type = type();
        if (peek().kind() != Kind.WORD) {
            // A value for what another file declares, or a constraint: nothing that stands here by itself.
            skipStatement();
            return;
        }
        String name = word("a name");
        IvmlValue value = null;
        if (accept("=")) {
            value = value();
        }
        expect(";");
        declarations.add(new IvmlFile.Declaration(type, name, value, mark));
    }

    /** A name, or {@code setOf(...)} and its like, of which the name is enough. */
    private String type() throws IvmlSyntaxException {
        String type = word("a declaration");
        if (peek().is("(")) {
            skipBrackets();
        }
        return type;
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
        if (token.kind() != Kind.WORD) {
            at--;
            throw wrong("a value is expected, not " + token.shown(), "write a text, a number, a name or braces");
        }
        return named(token);
    }

    private IvmlValue named(Token token) throws IvmlSyntaxException {
        StringBuilder name = new StringBuilder(token.text());
        while (peek().is("::") || peek().is(".")) {
            name.append(tokens.get(at++).text()).append(word("a name"));
        }
        if (peek().is("{")) {
            return braces(name.toString());
        }
        if (!peek().is("(")) {
            return new IvmlValue.Name(name.toString(), token.at());
        }
        if (!name.toString().equals("refBy") && !name.toString().equals("refTo")) {
            Mark call = peek().at();
            skipBrackets();
            return new IvmlValue.Call(name.toString(), call);
        }
        int bracket = at;
        expect("(");
        Token target = peek();
        StringBuilder referred = new StringBuilder(word("the name of what is referred to"));
        while (peek().is("::")) {
            at++;
            referred.append("::").append(word("a name"));
        }
        if (!peek().is(")")) {
            // A part of it, such as rec.fields[0]: of operations, which say nothing about devices.
            at = bracket;
            skipBrackets();
            return new IvmlValue.Call(name.toString(), target.at());
        }
        expect(")");
        return new IvmlValue.Name(referred.toString(), target.at());
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

    private boolean accept(String sign) {
        boolean there = peek().is(sign);
        at += there ? 1 : 0;
        return there;
    }

    private void expect(String sign) throws IvmlSyntaxException {
        if (!accept(sign)) {
            throw wrong("'" + sign + "' is expected, not " + peek().shown(), "check the text before it");
        }
    }

    private void expectWord(String word) throws IvmlSyntaxException {
        if (!peek().isWord(word)) {
            throw wrong("'" + word + "' is expected, not " + peek().shown(), "name a file with a model in IVML");
        }
        at++;
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
