package io.taktstrom.benchmarks.ads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;

/** Reads groups, one after the other, over one connection. */
final class TaktstromRead implements Operation {

    private final Connection connection;
    private final List<PointGroup> groups;
    private final List<SampleBatch> batches;
    private final int first;

    private TaktstromRead(Connection connection, List<PointGroup> groups, int first) {
        this.connection = connection;
        this.groups = groups;
        this.batches = groups.stream().map(PointGroup::newBatch).toList();
        this.first = first;
    }

    /** One DINT by index group and offset. */
    static TaktstromRead address(String uri, AdsFrames.Place place) throws ConnectorException {
        Connection connection = Connectors.connect(uri);
        DataPoint point = DataPoint.of(place.address()).withType(DataType.parse("DINT"));
        return new TaktstromRead(connection, List.of(connection.resolve(List.of(point))), 5);
    }

    /** One DINT by name. */
    static TaktstromRead one(String uri) throws ConnectorException {
        Connection connection = Connectors.connect(uri);
        return new TaktstromRead(connection, List.of(connection.resolve(points(5, 1))), 5);
    }

    /** Many DINTs, each by a read of its own. */
    static TaktstromRead singles(String uri, int count) throws ConnectorException {
        Connection connection = Connectors.connect(uri);
        List<PointGroup> groups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            groups.add(connection.resolve(points(i, 1)));
        }
        return new TaktstromRead(connection, groups, 0);
    }

    /** Many DINTs as one group. */
    static TaktstromRead group(String uri, int count) throws ConnectorException {
        Connection connection = Connectors.connect(uri);
        return new TaktstromRead(connection, List.of(connection.resolve(points(0, count))), 0);
    }

    private static List<DataPoint> points(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(i -> DataPoint.of("MAIN.v" + i))
                .toList();
    }

    @Override
    public void once() throws IOException {
        long expected = first;
        for (int g = 0; g < groups.size(); g++) {
            SampleBatch batch = batches.get(g);
            connection.read(groups.get(g), batch);
            for (int i = 0; i < batch.size(); i++, expected++) {
                if (batch.longAt(i) != expected || !StatusCode.isGood(batch.statusAt(i))) {
                    throw new IOException(
                            "MAIN.v" + expected + " is " + batch.longAt(i) + ", " + StatusCode.name(batch.statusAt(i)));
                }
            }
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
