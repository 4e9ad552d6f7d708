package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.format.Template;

/** How samples become rows. Hot. One thread. */
public abstract sealed class RowLayout permits NarrowLayout, WideLayout {

    static final SqlTable.Column TIME = new SqlTable.Column("time", "timestamp with time zone", true);
    static final SqlTable.Column SEQUENCE = new SqlTable.Column("sequence", "bigint", true);
    static final SqlTable.Column RECEIVED_AT = new SqlTable.Column("received_at", "bigint", true);

    /** Finds out what columns a table has; see {@link TableCatalog#columns}. */
    @FunctionalInterface
    public interface Columns {
        Map<String, String> of(SqlTable table) throws IOException;
    }

    private final String schema;
    private final Template tableNames;
    private final List<TableRows> touched = new ArrayList<>();

    RowLayout(String schema, Template tableNames) {
        this.schema = schema;
        this.tableNames = tableNames;
    }

    /**
     * Adds the samples of a batch to the rows of their tables; refuses those that no table can hold.
     *
     * @param place of the first one in the unit
     * @throws IOException when the database must be asked what its tables are, and cannot be, or has none
     */
    public abstract void add(SampleBatch batch, int place, FlushUnit unit) throws IOException;

    /** The database may have been changed: ask it again what its tables are. */
    abstract void forgetTables();

    /** Tables that the unit has rows for. */
    public final List<TableRows> touched() {
        return touched;
    }

    /** Forgets the unit. */
    public final void clear() {
        for (int i = 0; i < touched.size(); i++) {
            touched.get(i).rows().clear();
        }
        touched.clear();
    }

    final void touch(TableRows table) {
        if (table.rows().rows() == 0 && !touched.contains(table)) {
            touched.add(table);
        }
    }

    final String schema() {
        return schema;
    }

    /** Name of the table for a point. */
    final String tableOf(PointGroup group, int point) {
        return tableNames.of(group.points().get(point));
    }

    /** Why PostgreSQL has no such name, or nothing. */
    static String wrong(String what, String name, DataPoint point) {
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            return what + " '" + name.replace('\0', '?') + "' for point " + point.name()
                    + " is not a name: it is empty or has a zero character; change the template";
        }
        int bytes = name.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        return bytes <= SqlTable.MAX_NAME_BYTES
                ? ""
                : what + " '" + name + "' for point " + point.name() + " has " + bytes
                        + " bytes, and PostgreSQL's names at most " + SqlTable.MAX_NAME_BYTES
                        + "; take segments of the name in the template, such as {point.-1}";
    }

    static String zeroByte(DataPoint point) {
        return "point " + point.name() + ": a text with a zero byte, which PostgreSQL cannot hold";
    }
}
