package io.taktstrom.sinks.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** One connection to the server; it never reconnects. One thread works with it, any thread gives it up. */
final class Session {

    private static final String DESCRIBE = "SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a"
            + " WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";

    private final Connection connection;
    /** Temporary tables, by what they are for. */
    private final Map<SqlTable, String> stages = new HashMap<>();

    private Session(Connection connection) {
        this.connection = connection;
    }

    static Session open(Server server) throws SQLException {
        // Not by DriverManager, which would ask every driver of the class path.
        Connection connection = new Driver().connect(server.url(), server.properties());
        if (connection == null) {
            throw new SQLException("the driver does not take " + server.url());
        }
        Session session = new Session(connection);
        try {
            // The server gives up when we do: what we no longer wait for must not go on there.
            session.execute("SET statement_timeout = " + server.requestTimeout().toMillis());
        } catch (SQLException e) {
            session.abandon();
            throw e;
        }
        return session;
    }

    boolean isOver() {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    /** Columns of a table and their types, as they are now; none when there is no such table. */
    Map<String, String> describe(SqlTable table) throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(DESCRIBE)) {
            statement.setString(1, table.fullName());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    columns.put(rows.getString(1), rows.getString(2));
                }
            }
        }
        return columns;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Whether a query has a row. */
    boolean exists(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }

    /**
     * All rows into their table; without {@link #begin} in a transaction of their own.
     *
     * @return bytes sent
     */
    long copy(TableRows of) throws SQLException {
        return copy(of.table().copy(), of.rows(), 0, of.rows().rows());
    }

    private long copy(String statement, CopyRows rows, int from, int to) throws SQLException {
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statement);
        try {
            long bytes = rows.sendTo(copy::writeToCopy, from, to);
            copy.endCopy();
            return bytes;
        } finally {
            if (copy.isActive() && !isOver()) {
                copy.cancelCopy();
            }
        }
    }

    /** Makes the temporary table for rows of this one, if it is not there. Not within a transaction. */
    void prepareStage(SqlTable table) throws SQLException {
        if (!stages.containsKey(table)) {
            String stage = "taktstrom_stage_" + stages.size();
            execute(table.createStage(stage));
            stages.put(table, stage);
        }
    }

    /**
     * The same for some of the rows, through the temporary table: what the table has already is left out, and types may
     * differ. Within a transaction.
     */
    long copyThroughStage(TableRows of, int from, int to) throws SQLException {
        String stage = Objects.requireNonNull(stages.get(of.table()), "prepared");
        long bytes = copy(of.table().copyIntoStage(stage), of.rows(), from, to);
        execute(of.table().insertFromStage(stage));
        return bytes;
    }

    void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    void commit() throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
    }

    /** Ends the transaction, if there is one, as if it had never been. */
    void rollback() throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /** Says goodbye. */
    void close() throws SQLException {
        connection.close();
    }

    /** Breaks the connection: whoever waits for it fails. */
    void abandon() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // It is broken already.
        }
    }
}
