package io.taktstrom.sinks.sql;

import java.util.Map;

/** What a unit has for one table, and what is known of that. One thread. */
public final class TableRows {

    private final SqlTable table;
    private final CopyRows rows = new CopyRows();
    private boolean known;
    private boolean direct;

    TableRows(SqlTable table) {
        this.table = table;
    }

    public SqlTable table() {
        return table;
    }

    public CopyRows rows() {
        return rows;
    }

    /** Whether the database has been asked about the table. */
    boolean isKnown() {
        return known;
    }

    /** Whether its columns have the very types of what is sent; otherwise the server must cast. */
    boolean isDirect() {
        return direct;
    }

    /** @param existing types of the table's columns */
    void learn(Map<String, String> existing) {
        known = true;
        direct = table.columns().stream().allMatch(column -> column.type().equals(existing.get(column.name())));
    }

    void forget() {
        known = false;
    }
}
