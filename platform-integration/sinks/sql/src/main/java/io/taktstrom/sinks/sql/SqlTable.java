package io.taktstrom.sinks.sql;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table as we want it, and the statements about it.
 *
 * @param schema empty for the first one of the server's search path
 * @param name as it is; quoted in statements
 * @param columns in the order in which rows are sent
 * @param key the columns that tell a sample from all others
 */
public record SqlTable(String schema, String name, List<Column> columns, List<String> key) {

    /** PostgreSQL cuts longer names off, so that two of them might become one. */
    static final int MAX_NAME_BYTES = 63;

    /**
     * A column.
     *
     * @param type as PostgreSQL writes it
     * @param required never null
     */
    public record Column(String name, String type, boolean required) {
        String definition() {
            return quoted(name) + " " + type + (required ? " NOT NULL" : "");
        }
    }

    public SqlTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** A text in a statement. */
    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    String fullName() {
        return schema.isEmpty() ? quoted(name) : quoted(schema) + "." + quoted(name);
    }

    /** The statement that makes it. */
    public String create() {
        return "CREATE TABLE IF NOT EXISTS " + fullName() + " (" + definitions() + ", PRIMARY KEY (" + names(key)
                + "))";
    }

    String add(Column column) {
        return "ALTER TABLE " + fullName() + " ADD COLUMN IF NOT EXISTS " + column.definition();
    }

    /** Rows straight into the table. */
    public String copy() {
        return copyInto(fullName());
    }

    private String copyInto(String target) {
        return "COPY " + target + " (" + columnNames() + ") FROM STDIN (FORMAT binary)";
    }

    /** A table of this session alone, empty at the end of each transaction. */
    String createStage(String stage) {
        return "CREATE TEMP TABLE " + quoted(stage) + " (" + definitions() + ") ON COMMIT DELETE ROWS";
    }

    String copyIntoStage(String stage) {
        return copyInto("pg_temp." + quoted(stage));
    }

    /** From there into the table, but for what it has; leaves the other one empty. */
    String insertFromStage(String stage) {
        return "WITH moved AS (DELETE FROM pg_temp." + quoted(stage) + " RETURNING *) INSERT INTO " + fullName() + " ("
                + columnNames() + ") SELECT " + columnNames() + " FROM moved ON CONFLICT DO NOTHING";
    }

    private String definitions() {
        return columns.stream().map(Column::definition).collect(Collectors.joining(", "));
    }

    private String columnNames() {
        return names(columns.stream().map(Column::name).toList());
    }

    private static String names(List<String> identifiers) {
        return identifiers.stream().map(SqlTable::quoted).collect(Collectors.joining(", "));
    }
}
