package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.format.PointCache;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.format.TextBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A row for each time, a column for each point.
 *
 * <pre>
 *  time | sequence | received_at | not_good                  | press1.temp | press1.force | ...
 *   |      of the    nanoseconds   {"press1.force":"Bad_..."}    21.5          null
 *   |      first sample
 *   the samples' source time when all have the same, otherwise the time of receipt; to the microsecond
 * </pre>
 *
 * <p>A row has samples that came together, in one batch; it ends where a point comes for the second time. Points of two
 * connections are never in one row.
 */
final class WideLayout extends RowLayout {

    private static final SqlTable.Column NOT_GOOD = new SqlTable.Column("not_good", "jsonb", false);
    private static final List<SqlTable.Column> PLAIN = List.of(TIME, SEQUENCE, RECEIVED_AT, NOT_GOOD);
    private static final List<String> KEY = List.of(TIME.name(), SEQUENCE.name(), RECEIVED_AT.name());
    private static final int EMPTY = -1;
    /** So often the database is asked whether a column is there now. */
    private static final long ASK_AGAIN_NANOS = 10_000_000_000L;

    private final Template columnNames;
    private final Columns columnsThere;
    private final EpochNanoClock clock;
    private final TextBuffer scratch = new TextBuffer();
    private PointCache<Plan> plans;

    WideLayout(String schema, Template tableNames, Template columnNames, Columns columnsThere, EpochNanoClock clock) {
        super(schema, tableNames);
        this.columnNames = columnNames;
        this.columnsThere = columnsThere;
        this.clock = clock;
        plans = new PointCache<>((group, point) -> plan(group));
    }

    /** One column of a table: the point's, and which sample the row that is being gathered has for it. */
    private static final class Cell {
        private final String name;
        private final ValueColumn value;
        private String refusal = "";
        private int sample = EMPTY;

        Cell(String name, ValueColumn value) {
            this.name = name;
            this.value = value;
        }
    }

    /** A table, and the row that is being gathered for it. */
    private static final class Gathered {
        private final List<Cell> cells;
        private final TableRows table;
        private int first = EMPTY;

        Gathered(List<Cell> cells, TableRows table) {
            this.cells = cells;
            this.table = table;
        }
    }

    /** Where the points of a group go. */
    private static final class Plan {
        private final Gathered[] tables;
        /** By point: the table, and its column; null for a point that has none. */
        private final Gathered[] tableOf;

        private final Cell[] cellOf;
        private boolean known;
        /** Columns are missing, or of other types; an administrator may correct that. */
        private boolean incomplete;

        private long askedAt;

        Plan(List<Gathered> tables, Gathered[] tableOf, Cell[] cellOf) {
            this.tables = tables.toArray(Gathered[]::new);
            this.tableOf = tableOf;
            this.cellOf = cellOf;
        }
    }

    private Plan plan(PointGroup group) {
        Map<String, Map<String, Cell>> cells = new LinkedHashMap<>();
        Cell[] cellOf = new Cell[group.size()];
        String[] names = new String[group.size()];
        for (int point = 0; point < group.size(); point++) {
            DataPoint of = group.points().get(point);
            names[point] = tableOf(group, point);
            String column = columnNames.of(of);
            ValueColumn value = ValueColumn.of(group.typeAt(point));
            cellOf[point] = cells.computeIfAbsent(names[point], name -> new LinkedHashMap<>())
                    .computeIfAbsent(column, name -> new Cell(name, value));
            Cell cell = cellOf[point];
            if (cell.value != value) {
                cell.refusal =
                        "column " + column + " is that of several points with different types; change the template";
            }
            for (String wrong : List.of(wrong("column", column, of), wrong("table", names[point], of))) {
                // The table's first: the column is in it.
                cell.refusal = wrong.isEmpty() ? cell.refusal : wrong;
            }
        }
        Map<String, Gathered> tables = new LinkedHashMap<>();
        cells.forEach((name, columns) -> tables.put(name, gathered(name, List.copyOf(columns.values()))));
        Gathered[] tableOf = Arrays.stream(names).map(tables::get).toArray(Gathered[]::new);
        return new Plan(List.copyOf(tables.values()), tableOf, cellOf);
    }

    private Gathered gathered(String table, List<Cell> cells) {
        List<Cell> possible =
                cells.stream().filter(cell -> cell.refusal.isEmpty()).toList();
        List<SqlTable.Column> columns = new ArrayList<>(PLAIN);
        possible.forEach(cell -> columns.add(new SqlTable.Column(cell.name, cell.value.sqlType(), false)));
        return new Gathered(possible, new TableRows(new SqlTable(schema(), table, columns, KEY)));
    }

    /** Asks the database for the tables of a plan; columns that they do not have are left out from then on. */
    private void learn(Plan plan) throws IOException {
        for (int t = 0; t < plan.tables.length; t++) {
            Gathered gathered = plan.tables[t];
            if (gathered.cells.isEmpty()) {
                continue;
            }
            SqlTable wanted = gathered.table.table();
            Map<String, String> existing = columnsThere.of(wanted);
            for (Cell cell : gathered.cells) {
                plan.incomplete |= refuses(wanted, cell, existing.get(cell.name));
            }
            Gathered left = gathered(wanted.name(), gathered.cells);
            left.table.learn(existing);
            plan.tables[t] = left;
            for (int point = 0; point < plan.tableOf.length; point++) {
                if (plan.tableOf[point] == gathered) {
                    plan.tableOf[point] = left;
                }
            }
        }
        plan.known = true;
        plan.askedAt = clock.nanoTime();
    }

    private static boolean refuses(SqlTable table, Cell cell, @Nullable String type) {
        if (type == null) {
            cell.refusal =
                    "table " + table.fullName() + " has no column " + cell.name + "; set 'create: true', or run: "
                            + table.add(new SqlTable.Column(cell.name, cell.value.sqlType(), false));
        } else if (!cell.value.fits(type)) {
            cell.refusal = "column " + cell.name + " of table " + table.fullName() + " is " + type
                    + ", and its point needs " + cell.value.sqlType() + "; change the column, or the template";
        }
        return !cell.refusal.isEmpty();
    }

    @Override
    public void add(SampleBatch batch, int place, FlushUnit unit) throws IOException {
        if (batch.isEmpty()) {
            return;
        }
        Plan plan = plans.at(batch.group(), 0);
        if (plan.incomplete && clock.nanoTime() - plan.askedAt > ASK_AGAIN_NANOS) {
            forgetTables();
            plan = plans.at(batch.group(), 0);
        }
        if (!plan.known) {
            learn(plan);
        }
        for (int i = 0; i < batch.size(); i++) {
            Cell cell = plan.cellOf[batch.pointAt(i)];
            Gathered gathered = plan.tableOf[batch.pointAt(i)];
            if (!cell.refusal.isEmpty()) {
                unit.refuse(place + i, cell.refusal);
                continue;
            }
            if (cell.sample != EMPTY) {
                write(gathered, batch, place, unit);
            }
            if (gathered.first == EMPTY) {
                gathered.first = i;
            }
            cell.sample = i;
        }
        for (Gathered gathered : plan.tables) {
            if (gathered.first != EMPTY) {
                write(gathered, batch, place, unit);
            }
        }
    }

    private void write(Gathered gathered, SampleBatch batch, int place, FlushUnit unit) {
        touch(gathered.table);
        CopyRows rows = gathered.table.rows();
        List<Cell> cells = gathered.cells;
        rows.begin(PLAIN.size() + cells.size());
        rows.time(time(gathered, batch));
        rows.integer(batch.sequence() + gathered.first);
        rows.integer(batch.receivedAt());
        notGood(cells, batch, rows);
        for (int c = 0; c < cells.size(); c++) {
            Cell cell = cells.get(c);
            int i = cell.sample;
            cell.sample = EMPTY;
            if (i == EMPTY) {
                rows.nothing();
            } else if (StatusCode.isBad(batch.statusAt(i))) {
                rows.holds(place + i);
                rows.nothing();
            } else if (cell.value.append(batch, i, rows, scratch)) {
                rows.holds(place + i);
            } else {
                rows.nothing();
                unit.refuse(place + i, zeroByte(batch.group().points().get(batch.pointAt(i))));
            }
        }
        gathered.first = EMPTY;
    }

    private static long time(Gathered gathered, SampleBatch batch) {
        long common = batch.sourceTimeAt(gathered.first);
        for (int c = 0; c < gathered.cells.size(); c++) {
            int i = gathered.cells.get(c).sample;
            if (i != EMPTY && batch.sourceTimeAt(i) != common) {
                return batch.receivedAt();
            }
        }
        return common == SampleBatch.NO_TIME ? batch.receivedAt() : common;
    }

    private static void notGood(List<Cell> cells, SampleBatch batch, CopyRows rows) {
        @Nullable Map<String, String> statuses = null;
        for (int c = 0; c < cells.size(); c++) {
            int i = cells.get(c).sample;
            if (i != EMPTY && batch.statusAt(i) != StatusCode.GOOD) {
                statuses = statuses == null ? new LinkedHashMap<>() : statuses;
                statuses.put(cells.get(c).name, StatusCode.name(batch.statusAt(i)));
            }
        }
        if (statuses == null) {
            rows.nothing();
        } else {
            rows.jsonb(statuses);
        }
    }

    @Override
    void forgetTables() {
        plans = new PointCache<>((group, point) -> plan(group));
    }
}
