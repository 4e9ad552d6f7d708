package io.taktstrom.benchmarks.sinks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.sql.CopyRows;
import io.taktstrom.sinks.sql.NarrowLayout;
import io.taktstrom.sinks.sql.SqlTable;

/** The rows of the defaults of the sink of PostgreSQL. One thread. */
public final class PostgresRows {

    private static final FlushUnit UNIT = new FlushUnit() {
        @Override
        public long number() {
            return 1;
        }

        @Override
        public int attempt() {
            return 1;
        }

        @Override
        public boolean isComplete() {
            return true;
        }

        @Override
        public void refuse(int sample, String reason) {
            throw new IllegalStateException(reason);
        }
    };

    private final NarrowLayout layout = new NarrowLayout(
            "",
            Template.parse("samples", Set.of(), UnaryOperator.identity()),
            List.of(),
            "benchmark",
            table -> table.columns().stream().collect(Collectors.toMap(SqlTable.Column::name, SqlTable.Column::type)));

    /** Encodes a batch; returns the number of rows. */
    public int encode(SampleBatch batch) {
        try {
            layout.clear();
            layout.add(batch, 0, UNIT);
            return layout.touched().get(0).rows().rows();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The statement that makes their table. */
    public String create() {
        return layout.touched().get(0).table().create();
    }

    /** The statement that takes {@link #copy}. */
    public String statement() {
        return layout.touched().get(0).table().copy();
    }

    /** The rows that were encoded last. */
    public long copy(CopyRows.Copy to) throws SQLException {
        CopyRows rows = layout.touched().get(0).rows();
        return rows.sendTo(to, 0, rows.rows());
    }
}
