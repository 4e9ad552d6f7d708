package io.taktstrom.s7.symbol;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The cells of a tag table, the first row with the names of the columns. */
final class Rows {

    /** More than any CPU has. */
    static final int MAX_ROWS = 200_000;

    private static final Set<String> NAME = Set.of("NAME");
    private static final Set<String> TYPE = Set.of("DATA TYPE", "DATENTYP");
    private static final Set<String> ADDRESS = Set.of("LOGICAL ADDRESS", "LOGISCHE ADRESSE", "ADDRESS", "ADRESSE");
    private static final Set<String> COMMENT = Set.of("COMMENT", "KOMMENTAR");

    private Rows() {}

    static List<Tag> tags(String file, List<List<String>> cells) {
        if (cells.isEmpty()) {
            throw new SymbolException(file, "the first sheet is empty; expected a PLC tag table");
        }
        List<String> head = cells.get(0);
        int name = column(head, NAME);
        int type = column(head, TYPE);
        int address = column(head, ADDRESS);
        int comment = column(head, COMMENT);
        if (name < 0 || type < 0 || address < 0) {
            throw new SymbolException(
                    file,
                    "no PLC tag table: its first row has " + head
                            + "; expected the columns Name, Data Type, Logical Address");
        }
        List<Tag> tags = new ArrayList<>();
        for (int row = 1; row < cells.size(); row++) {
            List<String> values = cells.get(row);
            if (!cell(values, name).isEmpty()) {
                tags.add(new Tag(
                        cell(values, name), cell(values, type), cell(values, address), cell(values, comment), row + 1));
            }
        }
        return tags;
    }

    private static String cell(List<String> values, int column) {
        return column < 0 || column >= values.size() ? "" : values.get(column).strip();
    }

    private static int column(List<String> head, Set<String> names) {
        for (int i = 0; i < head.size(); i++) {
            if (names.contains(head.get(i).strip().toUpperCase(Locale.ROOT))) {
                return i;
            }
        }
        return -1;
    }
}
