package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.message.UnitInlet;

/**
 * Gathers a flush unit as rows and commits it. Has a connection of its own, so that units of several streams do not wait for each
 * other. Hot: 0 bytes per sample up to the rows. The thread of its pipeline.
 */
final class PostgresInlet extends UnitInlet {

    private final PostgresConnection connection;
    private final RowLayout layout;
    private int samples;
    private long bytes;

    PostgresInlet(PostgresTarget target, OptionValues options, String stream, SinkContext context) {
        super(context);
        connection = new PostgresConnection(target);
        TableCatalog catalog = new TableCatalog(
                connection,
                options.get(PostgresOptions.CREATE),
                options.get(PostgresOptions.HYPERTABLE),
                context.observer());
        String schema = options.get(PostgresOptions.SCHEMA);
        Template tables = options.get(PostgresOptions.TABLE).ofStream(context.name(), stream);
        if (options.get(PostgresOptions.LAYOUT).equals(PostgresOptions.WIDE)) {
            Template columns = options.get(PostgresOptions.COLUMN).ofStream(context.name(), stream);
            layout = new WideLayout(schema, tables, columns, catalog::columns, context.clock());
        } else {
            List<String> extra = options.get(PostgresOptions.EXTRA).stream()
                    .filter(name -> !name.equals(PostgresOptions.NONE))
                    .toList();
            layout = new NarrowLayout(schema, tables, extra, stream, catalog::columns);
        }
    }

    @Override
    protected void add(SampleBatch batch, FlushUnit unit) throws IOException {
        layout.add(batch, samples, unit);
        samples += batch.size();
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        List<TableRows> tables = layout.touched();
        tables.removeIf(table -> table.rows().rows() == 0);
        if (!tables.isEmpty()) {
            bytes = connection.call("publish to", () -> Placement.place(connection, tables, unit));
        }
    }

    @Override
    protected long bytes() {
        return bytes;
    }

    /** A column that is missing now may be there when the unit is delivered again. */
    @Override
    protected void fail() {
        layout.forgetTables();
    }

    @Override
    protected void clear() {
        layout.clear();
        samples = 0;
        bytes = 0;
    }

    @Override
    protected void end() {
        connection.close();
    }
}
