package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.taktstrom.kit.Fatal;
import io.taktstrom.sinks.message.SinkThreads;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * The connection of one inlet: made when it is needed, closed when it fails or does not answer in time. One thread works with it,
 * any closes it.
 */
final class PostgresConnection {

    private static final String DESCRIBE = "SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a"
            + " WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";

    private final PostgresTarget target;
    /** The driver's own time-out ends reads only: a server that takes no bytes would hold a write for ever. */
    private final ScheduledThreadPoolExecutor watch;
    /** Temporary tables of the connection, by what they are for. */
    private final Map<SqlTable, String> stages = new HashMap<>();

    private volatile @Nullable Connection connection;
    private volatile boolean closed;
    /** The thread whose call has a time limit now. Guarded by this, as is the next. */
    private @Nullable Thread busy;

    private boolean late;

    /** Something done at the database. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws SQLException;
    }

    PostgresConnection(PostgresTarget target) {
        this.target = target;
        watch = new ScheduledThreadPoolExecutor(1, SinkThreads.named("takt-sql-watch-" + target.sink()));
        watch.setRemoveOnCancelPolicy(true);
        // Once it is closed, a call fails by itself.
        watch.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    /**
     * Does this at the database, within the time that a unit may take.
     *
     * @param what for the message, for example {@code publish to}
     * @throws IOException when the database cannot be reached, or does not do it
     */
    <T> T call(String what, Work<T> work) throws IOException {
        requireOpen(null);
        ScheduledFuture<?> limit = beginLimit();
        try {
            connect();
            T result = work.run();
            // What was too late for the watch, and was done all the same, is done.
            endLimit(limit);
            return result;
        } catch (SQLException e) {
            boolean wasLate = endLimit(limit);
            recover(wasLate);
            requireOpen(e);
            String where = what + " " + target.where();
            if (wasLate) {
                throw new IOException(
                        where + ": no answer within " + target.requestTimeout().toMillis()
                                + " ms; is it overloaded, or does something else hold a lock on the table?",
                        e);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw SinkThreads.interrupted(where, e);
            }
            throw SqlFailure.of(what, target, e);
        } catch (OutOfMemoryError e) {
            endLimit(limit);
            recover(true);
            Fatal.rethrow(e);
            throw new IOException(
                    what + " " + target.where() + ": it announced an answer that does not fit into the heap ("
                            + e.getMessage() + "); is this the address of a PostgreSQL server?",
                    e);
        }
    }

    private void requireOpen(@Nullable SQLException cause) throws IOException {
        if (closed) {
            throw new IOException("the sink is closed", cause);
        }
    }

    private synchronized ScheduledFuture<?> beginLimit() {
        late = false;
        busy = Thread.currentThread();
        return watch.schedule(this::interrupt, target.requestTimeout().toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void interrupt() {
        if (busy != null) {
            late = true;
            busy.interrupt();
        }
    }

    /** Whether the call took too long; an interrupt that came from here is taken back. */
    private synchronized boolean endLimit(ScheduledFuture<?> limit) {
        busy = null;
        limit.cancel(false);
        if (late) {
            Thread.interrupted();
        }
        return late;
    }

    private void connect() throws SQLException {
        Connection existing = connection;
        if (existing != null && !existing.isClosed()) {
            return;
        }
        stages.clear();
        // Not by DriverManager, which would ask every driver of the class path.
        Connection opened = new Driver().connect(target.url(), target.properties());
        if (opened == null) {
            throw new SQLException("the driver does not take " + target.url());
        }
        connection = opened;
        // The server gives up when we do: what we no longer wait for must not go on there.
        execute("SET statement_timeout = " + target.requestTimeout().toMillis());
        // One that was closed meanwhile is not ended by any other thread.
        if (closed) {
            abort();
        }
    }

    /** A failure leaves a transaction, or a connection that is broken. */
    private void recover(boolean broken) {
        try {
            if (!broken && !Thread.currentThread().isInterrupted()) {
                rollback();
                return;
            }
        } catch (SQLException e) {
            // Then it is broken as well.
        }
        abort();
        connection = null;
    }

    private Connection connection() throws SQLException {
        Connection current = connection;
        if (current == null) {
            throw new SQLException("not connected", "08003");
        }
        return current;
    }

    /** Columns of a table and their types, as they are now; empty when the table does not exist. */
    Map<String, String> describe(SqlTable table) throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        try (PreparedStatement statement = connection().prepareStatement(DESCRIBE)) {
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
        try (Statement statement = connection().createStatement()) {
            statement.execute(sql);
        }
    }

    /** Whether a query has a row. */
    boolean exists(String query) throws SQLException {
        try (Statement statement = connection().createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }

    /** The columns of the first row, as text; none when there is no row. */
    List<String> firstRow(String query) throws SQLException {
        try (Statement statement = connection().createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> columns = new ArrayList<>();
            if (rows.next()) {
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    columns.add(String.valueOf(rows.getString(i)));
                }
            }
            return columns;
        }
    }

    /** How many rows a statement has changed. */
    int update(String sql) throws SQLException {
        try (Statement statement = connection().createStatement()) {
            return statement.executeUpdate(sql);
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
        CopyIn copy = connection().unwrap(PGConnection.class).getCopyAPI().copyIn(statement);
        try {
            long bytes = rows.sendTo(copy::writeToCopy, from, to);
            copy.endCopy();
            return bytes;
        } finally {
            if (copy.isActive() && !connection().isClosed()) {
                copy.cancelCopy();
            }
        }
    }

    /** Makes the temporary table for rows of this one, if it does not exist. Not within a transaction. */
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
        connection().setAutoCommit(false);
    }

    void commit() throws SQLException {
        connection().commit();
        connection().setAutoCommit(true);
    }

    /** Ends the transaction, if one was begun, as if it had never been. */
    void rollback() throws SQLException {
        if (!connection().getAutoCommit()) {
            connection().rollback();
            connection().setAutoCommit(true);
        }
    }

    private void abort() {
        Connection current = connection;
        if (current != null) {
            try {
                current.abort(Runnable::run);
            } catch (SQLException e) {
                // It is broken already.
            }
        }
    }

    /** From any thread: disconnects, which breaks a call in progress. Idempotent. */
    void close() {
        closed = true;
        watch.shutdownNow();
        Connection last = connection;
        boolean idle;
        synchronized (this) {
            idle = busy == null;
        }
        try {
            if (idle && last != null) {
                last.close();
            }
        } catch (SQLException e) {
            // What was published is committed.
        }
        abort();
    }
}
