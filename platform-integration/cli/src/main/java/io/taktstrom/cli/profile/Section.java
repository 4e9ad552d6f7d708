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
 */
record Section(String name, String title, List<Column> columns, List<List<Object>> rows) {

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

    /** @param name its key in JSON, and its header in capitals */
    record Column(String name, Unit unit) {}

    Section(String name, String title, List<Column> columns) {
        this(name, title, columns, new ArrayList<>());
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
        Table table = new Table(columns.stream()
                .map(column -> column.name().toUpperCase(Locale.ROOT))
                .toArray(String[]::new));
        for (List<Object> row : rows) {
            String[] cells = new String[row.size()];
            for (int i = 0; i < cells.length; i++) {
                cells[i] = columns.get(i).unit().shown(row.get(i));
            }
            table.row(cells);
        }
        table.print(out);
        out.println();
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
