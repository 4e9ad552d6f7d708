package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.benchmarks.paired.Operation;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;

/** Our connector with one of its backends: a request for each variable, in turn. */
final class TaktstromAccess implements Operation {

    private final Connection connection;
    private final boolean write;
    private final List<PointGroup> groups = new ArrayList<>();
    private final List<SampleBatch> batches = new ArrayList<>();
    private final int[] statuses = new int[1];
    private int next;

    TaktstromAccess(boolean write, String uri, List<String> names) throws ConnectorException {
        this.write = write;
        connection = Connectors.connect(uri);
        for (String name : names) {
            PointGroup group = connection.resolve(List.of(DataPoint.of(name).withWritable()));
            SampleBatch batch = group.newBatch();
            // What is written is what was there.
            connection.read(group, batch);
            groups.add(group);
            batches.add(batch);
        }
    }

    @Override
    public void once() throws IOException {
        PointGroup group = groups.get(next);
        SampleBatch batch = batches.get(next);
        next = next + 1 == groups.size() ? 0 : next + 1;
        if (write) {
            connection.write(group, batch, statuses);
        } else {
            connection.read(group, batch);
            statuses[0] = batch.statusAt(0);
        }
        if (!StatusCode.isGood(statuses[0])) {
            throw new IOException(group.points().get(0).address() + ": " + StatusCode.name(statuses[0]));
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
