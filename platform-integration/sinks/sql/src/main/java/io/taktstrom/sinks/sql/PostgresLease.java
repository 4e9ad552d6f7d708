package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

import io.taktstrom.lease.LeaseRecord;
import io.taktstrom.lease.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * A lease as a row, whose column {@code version} counts each replacement. Each statement is a transaction of its own and needs
 * nothing of its session, so a pool of connections may stand between.
 *
 * <p>Not an advisory lock (PostgreSQL, 13.3.5): the session of a process that is frozen, or cut off, lives on and keeps it.
 */
final class PostgresLease implements LeaseStore {

    private final PostgresTarget target;
    private final PostgresConnection connection;
    private final SqlTable table;
    private final String name;

    PostgresLease(PostgresTarget target, SqlTable table, String name) {
        this.target = target;
        this.table = table;
        this.name = name;
        connection = new PostgresConnection(target);
    }

    /** @param schema empty for the first one of the search path */
    static SqlTable table(String schema, String name) {
        return new SqlTable(
                schema,
                name,
                List.of(
                        new SqlTable.Column("name", "text", true),
                        new SqlTable.Column("holder", "text", true),
                        new SqlTable.Column("term", "bigint", true),
                        new SqlTable.Column("version", "bigint", true),
                        // For people: no instance goes by it.
                        new SqlTable.Column("renewed", "timestamptz", true)),
                List.of("name"));
    }

    @Override
    public @Nullable LeaseRecord read() throws IOException {
        List<String> row = connection.call(
                "read lease " + name + " of",
                () -> isThere()
                        ? connection.firstRow("SELECT holder, term, version FROM " + table.fullName() + where())
                        : List.of());
        return row.isEmpty() ? null : new LeaseRecord(row.get(0), Long.parseLong(row.get(1)), row.get(2));
    }

    private boolean isThere() throws SQLException {
        return connection.exists("SELECT 1 WHERE to_regclass(" + SqlTable.literal(table.fullName()) + ") IS NOT NULL");
    }

    @Override
    public boolean replace(@Nullable LeaseRecord seen, String holder, long term) throws IOException {
        String to = SqlTable.literal(holder);
        return connection.call("write lease " + name + " of", () -> {
            if (seen == null && !isThere()) {
                connection.execute(table.create());
            }
            // Whatever the role's default is: a lease that a crash of the server undoes would have two holders.
            connection.execute("SET synchronous_commit = on");
            return connection.update(
                            seen == null
                                    ? "INSERT INTO " + table.fullName() + " VALUES (" + SqlTable.literal(name) + ", "
                                            + to + ", " + term + ", 1, now()) ON CONFLICT DO NOTHING"
                                    : "UPDATE " + table.fullName() + " SET holder = " + to + ", term = " + term
                                            + ", version = version + 1, renewed = now()" + where() + " AND version = "
                                            + Long.parseLong(seen.version()))
                    == 1;
        });
    }

    private String where() {
        return " WHERE name = " + SqlTable.literal(name);
    }

    @Override
    public String toString() {
        return name + " in " + target.where();
    }

    @Override
    public void close() {
        connection.close();
    }
}
