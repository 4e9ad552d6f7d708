package io.taktstrom.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;

/** Rows in aligned columns, the last as long as it likes. A column never gets narrower from page to page. One thread. */
public final class Table {

    private static final int WIDEST = 60;

    private final int[] widths;
    private final List<String[]> rows = new ArrayList<>();

    private Table(int columns) {
        widths = new int[columns];
    }

    public Table(String... header) {
        this(header.length);
        row(header);
    }

    public static Table withoutHeader(int columns) {
        return new Table(columns);
    }

    /** The type of a point; nothing is known of one that could not be resolved. */
    public static String type(PointGroup group, int point) {
        return StatusCode.isGood(group.statusAt(point)) ? group.typeAt(point).text() : "-";
    }

    /** Cells may be foreign text. */
    public void row(String... cells) {
        rows.add(Arrays.stream(cells).map(Printable::of).toArray(String[]::new));
    }

    /** Prints the rows since the last time. */
    public void print(Outlet out) {
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], Math.min(WIDEST, row[i].length()));
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length - 1; i++) {
                line.append(row[i]).append(" ".repeat(Math.max(0, widths[i] - row[i].length()) + 2));
            }
            out.println(line.append(row[row.length - 1]).toString().stripTrailing());
        }
        rows.clear();
    }
}
