package io.taktstrom.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Reads CSV (RFC 4180) as one mapping per row, keyed by the header. The separator is the first of {@code ,}, {@code ;}
 * and tab that the header has. Empty cells are left out, and so are empty rows. A header {@code a.b} makes an entry
 * {@code b} in a mapping {@code a}.
 */
public final class CsvText {

    private static final int MAX_CELL = 4096;

    private final Node.Sequence root;
    private final String text;
    private final Problems problems;
    private final NodeBudget budget;
    private char separator = ',';
    private int at;
    private int line = 1;
    private int lineStart;
    private int rows;

    private CsvText(String file, String text, Problems problems, NodeBudget budget) {
        root = new Node.Sequence(Node.Origin.root(file, null), 1, 1);
        this.text = text;
        this.problems = problems;
        this.budget = budget;
    }

    /** A field and where it starts. */
    private record Cell(String text, int line, int column) {}

    /** Takes a table as it is read. */
    public interface Rows {

        /** The key that a column's name stands for. */
        String key(String column);

        /** The columns, each with its name as value: once, first. */
        void header(Node.Mapping columns);

        /** One row with a cell at least, empty ones left out. */
        void row(Node.Mapping row);
    }

    /** Reads a whole file; false when it cannot be read to its end, which is then among the problems. */
    public static boolean read(String file, String text, Problems problems, NodeBudget budget, Rows rows) {
        return new CsvText(file, text, problems, budget).read(rows);
    }

    private boolean read(Rows consumer) {
        int end = text.indexOf('\n');
        String first = end < 0 ? text : text.substring(0, end);
        separator =
                first.indexOf(',') >= 0 ? ',' : first.indexOf(';') >= 0 ? ';' : first.indexOf('\t') >= 0 ? '\t' : ',';
        List<Cell> header = header(consumer);
        if (header == null) {
            return false;
        }
        consumer.header(mapping(header, header));
        while (at < text.length()) {
            List<Cell> cells = row();
            if (cells == null) {
                return false;
            }
            if (cells.stream().allMatch(cell -> cell.text.isEmpty())) {
                continue;
            }
            if (cells.size() > header.size()) {
                Cell extra = cells.get(header.size());
                report(
                        extra,
                        "the row has " + cells.size() + " cells, the header " + header.size(),
                        "quote a cell that has the separator in it");
            } else if (budget.spend(1)) {
                // Its cells are gone once the reader of rows has taken them.
                consumer.row(mapping(header, cells));
            } else {
                report(cells.get(0), budget.message(), "split the file");
                return false;
            }
        }
        return true;
    }

    private @Nullable List<Cell> header(Rows consumer) {
        List<Cell> names = row();
        if (names == null) {
            return null;
        }
        List<Cell> header = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        int before = problems.count();
        for (Cell name : names) {
            Cell column = new Cell(consumer.key(name.text), name.line, name.column);
            header.add(column);
            if (name.text.isEmpty()) {
                report(name, "column " + header.size() + " has no name", "name it in the first line");
            } else if (!seen.add(column.text)) {
                report(name, "duplicate column '" + name.text + "'", "remove one");
            }
        }
        return problems.count() == before ? header : null;
    }

    private Node.Mapping mapping(List<Cell> header, List<Cell> cells) {
        Cell start = cells.get(0);
        Node.Origin place = new Node.Origin(root, "", rows++, start.line, start.column, null);
        Node.Mapping row = new Node.Mapping(place, start.line, start.column);
        for (int i = 0; i < cells.size(); i++) {
            if (!cells.get(i).text.isEmpty()) {
                put(row, header.get(i).text, cells.get(i));
            }
        }
        return row;
    }

    private static void put(Node.Mapping row, String column, Cell cell) {
        int dot = column.indexOf('.');
        if (dot < 0) {
            row.put(column, scalar(row, column, cell));
            return;
        }
        String group = column.substring(0, dot);
        String key = column.substring(dot + 1);
        Node inner = row.get(group);
        if (inner == null) {
            inner = new Node.Mapping(Node.Origin.entry(row, group, cell.line, cell.column), cell.line, cell.column);
            row.put(group, inner);
        }
        if (inner instanceof Node.Mapping mapping) {
            mapping.put(key, scalar(mapping, key, cell));
        }
    }

    private static Node.Scalar scalar(Node parent, String key, Cell cell) {
        Node.Origin place = Node.Origin.entry(parent, key, cell.line, cell.column);
        return new Node.Scalar(place, cell.line, cell.column, cell.text, Node.Style.CELL);
    }

    /** The next row; null when it cannot be read. */
    private @Nullable List<Cell> row() {
        List<Cell> cells = new ArrayList<>();
        while (true) {
            Cell cell = cell();
            if (cell == null) {
                return null;
            }
            cells.add(cell);
            boolean more = at < text.length() && text.charAt(at) == separator;
            if (more) {
                at++;
                continue;
            }
            newLine();
            return cells;
        }
    }

    private void newLine() {
        if (text.startsWith("\r\n", at)) {
            at++;
        }
        if (at < text.length()) {
            at++;
            line++;
            lineStart = at;
        }
    }

    private @Nullable Cell cell() {
        int startLine = line;
        int column = at - lineStart + 1;
        boolean quoted = at < text.length() && text.charAt(at) == '"';
        String content = quoted ? quoted() : bare();
        if (content == null) {
            problems.at(root.file(), startLine, column, "this quote is never closed", "write \"\" for a quote in text");
            return null;
        }
        Cell cell = new Cell(quoted ? content : content.strip(), startLine, column);
        if (content.length() > MAX_CELL) {
            report(
                    cell,
                    "this cell has " + content.length() + " characters, more than " + MAX_CELL,
                    "check the quotes");
            return null;
        }
        if (!atEndOfCell()) {
            report(cell, "text follows the closing quote", "write \"\" for a quote in text");
            return null;
        }
        return cell;
    }

    private boolean atEndOfCell() {
        return at == text.length() || text.charAt(at) == separator || isNewLine(at);
    }

    private boolean isNewLine(int index) {
        return text.charAt(index) == '\n' || text.startsWith("\r\n", index);
    }

    private String bare() {
        int start = at;
        while (!atEndOfCell()) {
            at++;
        }
        return text.substring(start, at);
    }

    private @Nullable String quoted() {
        StringBuilder content = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"' && !text.startsWith("\"", at)) {
                return content.toString();
            }
            if (c == '"') {
                at++;
            } else if (c == '\n') {
                line++;
                lineStart = at;
            }
            content.append(c);
        }
        return null;
    }

    private void report(Cell cell, String message, String hint) {
        problems.at(root.file(), cell.line, cell.column, message, hint);
    }
}
