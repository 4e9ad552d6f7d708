package io.taktstrom.cli.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.cli.terminal.Table;
import tools.jackson.databind.json.JsonMapper;

/**
 * One table of a profile.
 *
 * @param name in JSON
 * @param title for people
 * @param rows a value for each column
 * @param left how many rows there are besides
 */
record Section(String name, String title, List<Column> columns, List<List<Object>> rows, int left) {

    /** How the values of a column are shown; in JSON they are as they are. */
    enum Unit {
        TEXT,
        COUNT,
        NANOS,
        BYTES,
        /** Of one. */
        SHARE;

        String shown(Object value) {
            double number = value instanceof Number given ? given.doubleValue() : 0;
            return switch (this) {
                case TEXT -> value.toString();
                case COUNT -> String.format(Locale.ROOT, "%,.0f", number);
                case SHARE -> String.format(Locale.ROOT, "%.1f %%", 100 * number);
                case NANOS -> nanos(number);
                case BYTES -> bytes(number);
            };
        }

        private static String nanos(double number) {
            if (number < 10_000_000) {
                return String.format(Locale.ROOT, "%,.1f us", number / 1e3);
            }
            return number < 10e9
                    ? String.format(Locale.ROOT, "%,.1f ms", number / 1e6)
                    : String.format(Locale.ROOT, "%,.1f s", number / 1e9);
        }

        private static String bytes(double number) {
            if (number < 10_240) {
                return String.format(Locale.ROOT, "%.0f B", number);
            }
            return number < 10 << 20
                    ? String.format(Locale.ROOT, "%,.1f KiB", number / 1024)
                    : String.format(Locale.ROOT, "%,.1f MiB", number / (1 << 20));
        }
    }

    /** @param name its key in JSON; its header has the same words in capitals */
    record Column(String name, Unit unit) {

        private String header() {
            return name.replaceAll("([a-z])([A-Z])", "$1 $2").toUpperCase(Locale.ROOT);
        }
    }

    Section(String name, String title, List<Column> columns, int left) {
        this(name, title, columns, new ArrayList<>(), left);
    }

    void add(Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(
                    name + ": " + values.length + " values for " + columns.size() + " columns");
        }
        rows.add(List.of(values));
    }

    /** A table, and nothing when it is empty. */
    void print(Outlet out) {
        if (rows.isEmpty()) {
            return;
        }
        out.println(title);
        List<String[]> lines = lines();
        Table table = new Table(lines.get(0));
        lines.subList(1, lines.size()).forEach(table::row);
        table.print(out);
        if (left > 0) {
            out.println("... and " + left + " more (--top)");
        }
        out.println();
    }

    /** Header and cells; what is a number stands to the right. */
    private List<String[]> lines() {
        List<String[]> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::header).toArray(String[]::new));
        for (List<Object> row : rows) {
            String[] cells = new String[row.size()];
            for (int i = 0; i < cells.length; i++) {
                cells[i] = columns.get(i).unit().shown(row.get(i));
            }
            lines.add(cells);
        }
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            int width =
                    lines.stream().mapToInt(line -> line[column].length()).max().orElse(0);
            if (columns.get(i).unit() != Unit.TEXT) {
                lines.forEach(line -> line[column] = " ".repeat(width - line[column].length()) + line[column]);
            }
        }
        return lines;
    }

    /** An object on a line for each row. */
    void printJson(Outlet out, JsonMapper mapper) {
        for (List<Object> row : rows) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("section", name);
            for (int i = 0; i < row.size(); i++) {
                object.put(columns.get(i).name(), row.get(i));
            }
            out.println(mapper.writeValueAsString(object));
        }
    }
}
