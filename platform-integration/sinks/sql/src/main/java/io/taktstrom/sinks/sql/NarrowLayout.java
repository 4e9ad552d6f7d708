package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.format.PointCache;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.format.TextBuffer;

/**
 * A row for each sample.
 *
 * <pre>
 *  time | point | sequence | status | source_time | received_at | value | value_int | value_uint | value_bool | value_text
 *   |                                  nanoseconds   nanoseconds   one of these, by the point's type; none when Bad
 *   the source time, or the time of receipt where there is none; to the microsecond
 * </pre>
 */
public final class NarrowLayout extends RowLayout {

    private static final ValueColumn[] VALUES = ValueColumn.values();
    private static final List<String> KEY = List.of("point", TIME.name(), SEQUENCE.name(), RECEIVED_AT.name());
    private static final int PLAIN_COLUMNS = 6;
    private static final String GOOD = StatusCode.name(StatusCode.GOOD);

    private final Columns columnsThere;
    private final List<String> extra;
    private final String stream;
    private final List<SqlTable.Column> columns = new ArrayList<>();
    private final Map<String, TableRows> tables = new HashMap<>();
    private final PointCache<Target> targets = new PointCache<>(this::target);
    private final TextBuffer scratch = new TextBuffer();

    /**
     * Where samples of a point go.
     *
     * @param refusal why they can go nowhere; empty when they can
     * @param name the point's name as a field
     * @param about what else is known of it, as fields
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Target(TableRows table, ValueColumn value, String refusal, byte[] name, byte[] about) {}

    public NarrowLayout(String schema, Template tableNames, List<String> extra, String stream, Columns columnsThere) {
        super(schema, tableNames);
        this.columnsThere = columnsThere;
        this.extra = extra;
        this.stream = stream;
        columns.addAll(List.of(
                TIME,
                new SqlTable.Column("point", "text", true),
                SEQUENCE,
                new SqlTable.Column("status", "text", true),
                new SqlTable.Column("source_time", "bigint", false),
                RECEIVED_AT));
        for (ValueColumn value : VALUES) {
            columns.add(new SqlTable.Column(value.column(), value.sqlType(), false));
        }
        for (String name : extra) {
            columns.add(new SqlTable.Column(name, name.equals("labels") ? "jsonb" : "text", false));
        }
    }

    private Target target(PointGroup group, int index) {
        DataPoint point = group.points().get(index);
        String tableName = tableOf(group, index);
        TableRows table =
                tables.computeIfAbsent(tableName, name -> new TableRows(new SqlTable(schema(), name, columns, KEY)));
        String refusal = wrong("table", tableName, point);
        if (point.name().indexOf('\0') >= 0) {
            refusal = "point " + point.name().replace('\0', '?')
                    + ": its name has a zero byte, which PostgreSQL cannot hold";
        }
        CopyRows about = new CopyRows();
        about.begin(extra.size());
        for (String name : extra) {
            switch (name) {
                case "connection" -> about.text(point.connection());
                case "stream" -> about.text(stream);
                case "unit" -> about.text(point.unit());
                case "type" -> about.text(group.typeAt(index).text());
                default -> about.jsonb(point.labels());
            }
        }
        CopyRows named = new CopyRows();
        named.begin(1);
        named.text(point.name());
        ValueColumn value = ValueColumn.of(group.typeAt(index));
        return new Target(table, value, refusal, named.fieldsOfLastRow(), about.fieldsOfLastRow());
    }

    @Override
    public void add(SampleBatch batch, int place, FlushUnit unit) throws IOException {
        for (int i = 0; i < batch.size(); i++) {
            Target target = targets.at(batch.group(), batch.pointAt(i));
            if (!target.refusal().isEmpty()) {
                unit.refuse(place + i, target.refusal());
            } else {
                add(batch, i, place + i, target, unit);
            }
        }
    }

    private void add(SampleBatch batch, int i, int place, Target target, FlushUnit unit) throws IOException {
        TableRows table = target.table();
        if (!table.isKnown()) {
            learn(table);
        }
        touch(table);
        CopyRows rows = table.rows();
        long sourceTime = batch.sourceTimeAt(i);
        int status = batch.statusAt(i);
        rows.begin(PLAIN_COLUMNS + VALUES.length + extra.size());
        rows.holds(place);
        rows.time(sourceTime == SampleBatch.NO_TIME ? batch.receivedAt() : sourceTime);
        rows.encoded(target.name());
        rows.integer(batch.sequence() + i);
        rows.ascii(status == StatusCode.GOOD ? GOOD : StatusCode.name(status));
        if (sourceTime == SampleBatch.NO_TIME) {
            rows.nothing();
        } else {
            rows.integer(sourceTime);
        }
        rows.integer(batch.receivedAt());
        boolean bad = StatusCode.isBad(status);
        for (ValueColumn value : VALUES) {
            if (bad || value != target.value()) {
                rows.nothing();
            } else if (!value.append(batch, i, rows, scratch)) {
                rows.undo();
                unit.refuse(place, zeroByte(batch.group().points().get(batch.pointAt(i))));
                return;
            }
        }
        rows.encoded(target.about());
    }

    private void learn(TableRows table) throws IOException {
        Map<String, String> existing = columnsThere.of(table.table());
        String missing = table.table().columns().stream()
                .filter(column -> !existing.containsKey(column.name()))
                .map(table.table()::add)
                .collect(Collectors.joining("; "));
        if (!missing.isEmpty()) {
            throw new IOException(
                    "table " + table.table().fullName() + " lacks columns; set 'create: true', or run: " + missing);
        }
        table.learn(existing);
    }

    @Override
    void forgetTables() {
        tables.values().forEach(TableRows::forget);
    }
}
