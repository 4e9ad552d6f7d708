package io.taktstrom.sinks.sql;

import java.sql.SQLException;
import java.util.List;

import io.taktstrom.sink.FlushUnit;

/**
 * Brings a unit's rows into their tables, all in one transaction, but for those that the database will never take.
 *
 * <pre>
 *  first attempt   COPY into the tables -----------------------------------------> committed
 *                       | a row is there already, or its data does not fit
 *  any other       COPY into temporary tables, INSERT ... ON CONFLICT DO NOTHING -> committed
 *                       | data does not fit
 *                  the same for each half, down to the row that is refused
 * </pre>
 */
final class Placement {

    /**
     * Classes of SQLSTATE that blame the data: data exception, integrity constraint, check option, program limit, and what a
     * trigger raises.
     */
    private static final List<String> OF_DATA = List.of("22", "23", "44", "54", "P0");

    private final PostgresConnection connection;
    private final FlushUnit unit;

    private Placement(PostgresConnection connection, FlushUnit unit) {
        this.connection = connection;
        this.unit = unit;
    }

    /**
     * Returns when it is committed.
     *
     * @param tables those that the unit has rows for
     * @return bytes sent
     */
    static long place(PostgresConnection connection, List<TableRows> tables, FlushUnit unit) throws SQLException {
        if (tables.isEmpty()) {
            return 0;
        }
        if (unit.attempt() == 1 && tables.stream().allMatch(TableRows::isDirect)) {
            try {
                return copy(connection, tables);
            } catch (SQLException e) {
                if (!isOfData(e)) {
                    throw e;
                }
                connection.rollback();
            }
        }
        return new Placement(connection, unit).placeByParts(tables);
    }

    private static long copy(PostgresConnection connection, List<TableRows> tables) throws SQLException {
        if (tables.size() == 1) {
            return connection.copy(tables.get(0));
        }
        connection.begin();
        long bytes = 0;
        for (TableRows table : tables) {
            bytes += connection.copy(table);
        }
        connection.commit();
        return bytes;
    }

    private long placeByParts(List<TableRows> tables) throws SQLException {
        for (TableRows table : tables) {
            connection.prepareStage(table.table());
        }
        connection.begin();
        long bytes = 0;
        for (TableRows table : tables) {
            bytes += placePart(table, 0, table.rows().rows());
        }
        connection.commit();
        return bytes;
    }

    private long placePart(TableRows table, int from, int to) throws SQLException {
        connection.execute("SAVEPOINT part");
        try {
            long bytes = connection.copyThroughStage(table, from, to);
            connection.execute("RELEASE SAVEPOINT part");
            return bytes;
        } catch (SQLException e) {
            if (!isOfData(e)) {
                throw e;
            }
            connection.execute("ROLLBACK TO SAVEPOINT part");
            connection.execute("RELEASE SAVEPOINT part");
            if (to - from == 1) {
                table.rows()
                        .refuse(
                                from,
                                unit,
                                "table " + table.table().fullName() + " does not take it: " + SqlFailure.text(e)
                                        + "; change the table, or leave the point out of the stream");
                return 0;
            }
            int middle = (from + to) >>> 1;
            return placePart(table, from, middle) + placePart(table, middle, to);
        }
    }

    static boolean isOfData(SQLException e) {
        String state = e.getSQLState();
        return state != null && OF_DATA.contains(state.substring(0, 2));
    }
}
