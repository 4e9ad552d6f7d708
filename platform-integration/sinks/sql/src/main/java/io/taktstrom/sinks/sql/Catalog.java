package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.sink.SinkObserver;

/** What tables the database has, and makes those that it does not have. One thread. */
final class Catalog implements Tables {

    private static final String TIME = "time";

    private final Link link;
    private final boolean create;
    private final boolean hypertable;
    private final SinkObserver observer;

    Catalog(Link link, boolean create, boolean hypertable, SinkObserver observer) {
        this.link = link;
        this.create = create;
        this.hypertable = hypertable;
        this.observer = observer;
    }

    @Override
    public Map<String, String> columns(SqlTable table) throws IOException {
        Map<String, String> existing = link.call("look up table " + table.fullName() + " at", session -> {
            Map<String, String> there = session.describe(table);
            if (create && there.isEmpty()) {
                return create(session, table);
            }
            if (create && addMissing(session, table, there)) {
                return session.describe(table);
            }
            if (!there.isEmpty()) {
                warnOfRepeats(session, table);
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
    private Map<String, String> create(Session session, SqlTable table) throws SQLException {
        String lock = "hashtext(" + SqlTable.literal("taktstrom " + table.fullName()) + ")";
        session.execute("SELECT pg_advisory_lock(" + lock + ")");
        Map<String, String> there = session.describe(table);
        if (there.isEmpty()) {
            createAlone(session, table);
            there = session.describe(table);
        }
        // A session that fails meanwhile is given up, and its lock with it.
        session.execute("SELECT pg_advisory_unlock(" + lock + ")");
        return there;
    }

    private void createAlone(Session session, SqlTable table) throws SQLException {
        session.execute(table.create());
        String kind = "a plain one";
        if (hypertable) {
            if (session.exists("SELECT 1 FROM pg_extension WHERE extname = 'timescaledb'")) {
                session.execute("SELECT create_hypertable(" + SqlTable.literal(table.fullName()) + ", "
                        + SqlTable.literal(TIME) + ", if_not_exists => true)");
                kind = "a hypertable by " + TIME;
            } else {
                kind = "a plain one, as the database has no extension timescaledb";
            }
        }
        observer.onNotice("created table " + table.fullName() + ", " + kind);
    }

    private static boolean addMissing(Session session, SqlTable table, Map<String, String> there) throws SQLException {
        boolean added = false;
        for (SqlTable.Column column : table.columns()) {
            if (!there.containsKey(column.name())) {
                session.execute(table.add(column));
                added = true;
            }
        }
        return added;
    }

    private void warnOfRepeats(Session session, SqlTable table) throws SQLException {
        boolean unique = session.exists("SELECT 1 FROM pg_index WHERE indisunique AND indrelid = to_regclass("
                + SqlTable.literal(table.fullName()) + ")");
        if (!unique) {
            observer.onNotice("table " + table.fullName()
                    + " has no unique index, so samples that are sent again will be there twice; run: CREATE UNIQUE INDEX ON "
                    + table.fullName() + " ("
                    + table.key().stream().map(SqlTable::quoted).collect(Collectors.joining(", ")) + ")");
        }
    }
}
