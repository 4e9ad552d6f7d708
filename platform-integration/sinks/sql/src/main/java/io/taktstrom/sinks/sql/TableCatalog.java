package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.sink.SinkObserver;

/** What tables the database has, and makes those that it does not have. One thread. */
final class TableCatalog {

    private static final String TIME = "time";

    private final PostgresConnection connection;
    private final boolean create;
    private final boolean hypertable;
    private final SinkObserver observer;

    TableCatalog(PostgresConnection connection, boolean create, boolean hypertable, SinkObserver observer) {
        this.connection = connection;
        this.create = create;
        this.hypertable = hypertable;
        this.observer = observer;
    }

    /**
     * Types of the columns that a table has, by name. A table that does not exist is created, and so are columns, where that was
     * asked for; otherwise columns may be missing.
     *
     * @throws IOException when the table does not exist: the message has the statement that makes it
     */
    Map<String, String> columns(SqlTable table) throws IOException {
        Map<String, String> existing = connection.call("look up table " + table.fullName() + " at", () -> {
            Map<String, String> there = connection.describe(table);
            if (create && there.isEmpty()) {
                return create(table);
            }
            if (create && addMissing(table, there)) {
                return connection.describe(table);
            }
            if (!there.isEmpty()) {
                warnOfRepeats(table);
            }
            return there;
        });
        if (existing.isEmpty()) {
            throw new IOException(
                    "table " + table.fullName() + " not found; set 'create: true', or run: " + table.create());
        }
        return existing;
    }

    /** Streams that begin at once want the same table; two CREATE at once fail, IF NOT EXISTS or not. */
    private Map<String, String> create(SqlTable table) throws SQLException {
        String lock = "hashtext(" + SqlTable.literal("taktstrom " + table.fullName()) + ")";
        connection.execute("SELECT pg_advisory_lock(" + lock + ")");
        Map<String, String> there = connection.describe(table);
        if (there.isEmpty()) {
            createAlone(table);
            there = connection.describe(table);
        }
        // A connection that fails meanwhile is closed, and its lock released.
        connection.execute("SELECT pg_advisory_unlock(" + lock + ")");
        return there;
    }

    private void createAlone(SqlTable table) throws SQLException {
        connection.execute(table.create());
        String kind = "a plain one";
        if (hypertable) {
            if (connection.exists("SELECT 1 FROM pg_extension WHERE extname = 'timescaledb'")) {
                connection.execute("SELECT create_hypertable(" + SqlTable.literal(table.fullName()) + ", "
                        + SqlTable.literal(TIME) + ", if_not_exists => true)");
                kind = "a hypertable by " + TIME;
            } else {
                kind = "a plain one, as the database has no extension timescaledb";
            }
        }
        observer.onNotice("created table " + table.fullName() + ", " + kind);
    }

    private boolean addMissing(SqlTable table, Map<String, String> there) throws SQLException {
        boolean added = false;
        for (SqlTable.Column column : table.columns()) {
            if (!there.containsKey(column.name())) {
                connection.execute(table.add(column));
                added = true;
            }
        }
        return added;
    }

    private void warnOfRepeats(SqlTable table) throws SQLException {
        boolean unique = connection.exists("SELECT 1 FROM pg_index WHERE indisunique AND indrelid = to_regclass("
                + SqlTable.literal(table.fullName()) + ")");
        if (!unique) {
            observer.onNotice("table " + table.fullName()
                    + " has no unique index, so samples that are sent again will be there twice; run: CREATE UNIQUE INDEX ON "
                    + table.fullName() + " ("
                    + table.key().stream().map(SqlTable::quoted).collect(Collectors.joining(", ")) + ")");
        }
    }
}
