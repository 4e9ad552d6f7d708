package io.taktstrom.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;

/** Rows whose columns stand below each other, for a terminal. Numbers stand to the right. */
final class Columns {

    private Columns() {}

    /** Rows without a frame. */
    static List<String> plain(List<List<String>> rows) {
        return padded(rows).stream()
                .map(row -> String.join("  ", row).stripTrailing())
                .toList();
    }

    /** A table of Markdown; the first row is its head. */
    static List<String> markdown(List<List<String>> rows) {
        List<List<String>> padded = padded(rows);
        List<String> lines = new ArrayList<>();
        for (List<String> row : padded) {
            lines.add("| " + String.join(" | ", row) + " |");
            if (lines.size() == 1) {
                lines.add(rule(rows, row));
            }
        }
        return lines;
    }

    private static String rule(List<List<String>> rows, List<String> head) {
        StringBuilder rule = new StringBuilder("|");
        for (int column = 0; column < head.size(); column++) {
            String dashes = "-".repeat(head.get(column).length() + 1);
            rule.append(dashes).append(isNumbers(rows, column) ? ":|" : "-|");
        }
        return rule.toString();
    }

    private static List<List<String>> padded(List<List<String>> rows) {
        List<List<String>> padded = new ArrayList<>();
        for (List<String> row : rows) {
            List<String> cells = new ArrayList<>();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                String gap = " ".repeat(width(rows, column) - cell.length());
                cells.add(isNumbers(rows, column) ? gap + cell : cell + gap);
            }
            padded.add(cells);
        }
        return padded;
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static boolean isNumbers(List<List<String>> rows, int column) {
        return rows.stream().skip(1).allMatch(row -> row.get(column).matches("-?[0-9][0-9.,]*"));
    }
}
