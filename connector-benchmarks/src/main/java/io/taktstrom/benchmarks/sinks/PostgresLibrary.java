package io.taktstrom.benchmarks.sinks;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

import io.taktstrom.benchmarks.stream.PlantSource;
import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.testkit.peer.PostgresServer;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * PostgreSQL's driver by itself: COPY, a unit in a transaction, into the same table. Rows are encoded by the same code as our sink's, since
 * the table takes no row twice.
 */
final class PostgresLibrary implements UnitOperation {

    private final PlantSource source = new PlantSource();
    private final SampleBatch batch = PlantSource.batchOf(Payloads.UNIT);
    private final PostgresRows rows = new PostgresRows();
    private final Connection connection;

    PostgresLibrary(String address) throws SQLException {
        connection = DriverManager.getConnection(
                "jdbc:postgresql://" + address + "/" + Target.DATABASE, PostgresServer.USER, PostgresServer.PASSWORD);
        source.fill(batch);
        rows.encode(batch);
        try (Statement statement = connection.createStatement()) {
            statement.execute(rows.create());
        }
    }

    @Override
    public void once() throws SQLException {
        source.fill(batch);
        rows.encode(batch);
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(rows.statement());
        rows.copy(copy::writeToCopy);
        copy.endCopy();
    }

    @Override
    public void close() throws IOException {
        Operation.end(connection);
    }
}
