package io.taktstrom.cli.terminal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rows under named columns: an aligned table for people, or one JSON object per line for programs. A column of a table never
 * gets narrower from one print to the next. One thread.
 */
public final class Listing {

    private static final int WIDEST = 60;
    private static final JsonMapper JSON = JsonMapper.shared();

    /** How a table shows the values of a column; JSON has them as they are. */
    public enum Unit {
        TEXT,
        COUNT,
        NANOS,
        BYTES,
        /** A fraction of one, as a percentage. */
        SHARE;

        private String shown(Object value) {
            double number = value instanceof Number given ? given.doubleValue() : 0;
            return switch (this) {
                case TEXT -> String.valueOf(value);
                case COUNT -> text("%,.0f", number);
                case SHARE -> text("%.1f %%", 100 * number);
                case NANOS ->
                    number < 10e6
                            ? text("%,.1f us", number / 1e3)
                            : number < 10e9 ? text("%,.1f ms", number / 1e6) : text("%,.1f s", number / 1e9);
                case BYTES ->
                    number < 10_240
                            ? text("%.0f B", number)
                            : number < 10 << 20
                                    ? text("%,.1f KiB", number / 1024)
                                    : text("%,.1f MiB", number / (1 << 20));
            };
        }

        private static String text(String format, double number) {
            return String.format(Locale.ROOT, format, number);
        }
    }

    private record Column(String key, Unit unit, boolean shown, int width) {}

    private final Map<String, Object> constants = new LinkedHashMap<>();
    private final List<Column> columns = new ArrayList<>();
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private boolean hasHeader = true;

    /** @param keys the columns as they are called in JSON; a table has the same words in capitals */
    public Listing(String... keys) {
        for (String key : keys) {
            column(key, Unit.TEXT);
        }
    }

    /** A table of cells alone. */
    public static Listing withoutHeader(int columns) {
        Listing listing = new Listing(Collections.nCopies(columns, "").toArray(String[]::new));
        listing.hasHeader = false;
        return listing;
    }

    public Listing column(String key, Unit unit) {
        columns.add(new Column(key, unit, true, 0));
        return this;
    }

    /** A column that only JSON has; a value that is null is left out. */
    public Listing jsonOnly(String key) {
        columns.add(new Column(key, Unit.TEXT, false, 0));
        return this;
    }

    /** A value that each JSON object begins with. */
    public Listing constant(String key, String value) {
        constants.put(key, value);
        return this;
    }

    /** A value for each column. Texts may come from anywhere. A table shows {@code -} for null, and of booleans the key where true. */
    public Listing row(@Nullable Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values for " + columns.size() + " columns");
        }
        rows.add(values.clone());
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Prints the rows since the last time. */
    public void print(TerminalOutput out, boolean json) {
        if (json) {
            rows.forEach(row -> out.println(JSON.writeValueAsString(object(row))));
            rows.clear();
        } else {
            print(out);
        }
    }

    /** Prints the rows since the last time as a table. */
    public void print(TerminalOutput out) {
        List<String> lines = new ArrayList<>();
        for (int i = 0, last = lastShown(); i <= last; i++) {
            Column column = columns.get(i);
            if (column.shown) {
                append(lines, i, column, i == last);
            }
        }
        hasHeader = false;
        rows.clear();
        lines.forEach(line -> out.println(line.stripTrailing()));
    }

    private int lastShown() {
        int last = columns.size() - 1;
        while (!columns.get(last).shown) {
            last--;
        }
        return last;
    }

    private void append(List<String> lines, int i, Column column, boolean isLast) {
        List<String> cells = new ArrayList<>();
        if (hasHeader) {
            cells.add(column.key.replaceAll("([a-z])([A-Z])", "$1 $2").toUpperCase(Locale.ROOT));
        }
        rows.forEach(row -> cells.add(cell(column, row[i])));
        int longest = cells.stream().mapToInt(String::length).max().orElse(0);
        int width = Math.max(column.width, column.unit == Unit.TEXT ? Math.min(WIDEST, longest) : longest);
        columns.set(i, new Column(column.key, column.unit, true, width));
        for (int row = 0; row < cells.size(); row++) {
            String gap = " ".repeat(Math.max(0, width - cells.get(row).length()));
            String cell = column.unit == Unit.TEXT ? cells.get(row) + (isLast ? "" : gap) : gap + cells.get(row);
            if (lines.size() == row) {
                lines.add("");
            }
            lines.set(row, lines.get(row) + cell + (isLast ? "" : "  "));
        }
    }

    private static String cell(Column column, @Nullable Object value) {
        if (value instanceof Boolean is) {
            return is ? column.key : "";
        }
        return value == null ? "-" : Printable.of(column.unit.shown(value));
    }

    private Map<String, @Nullable Object> object(@Nullable Object[] row) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>(constants);
        for (int i = 0; i < row.length; i++) {
            if (columns.get(i).shown || row[i] != null) {
                object.put(columns.get(i).key, row[i]);
            }
        }
        return object;
    }
}
