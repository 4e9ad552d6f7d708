package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.benchmarks.ads.AdsFrames;
import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;

/** Our connector with one of its backends, by index group and offset as all contenders: groups, one after the other. */
final class TaktstromAccess implements Operation {

    /** How often each variable is in the one group whose requests are on their way together. */
    private static final int PIPELINED = 32;

    private final Connection connection;
    private final boolean write;
    private final List<PointGroup> groups = new ArrayList<>();
    private final List<SampleBatch> batches = new ArrayList<>();
    private final int[] statuses;
    private final int operations;
    private int next;

    private TaktstromAccess(Connection connection, boolean write, int operations) {
        this.connection = connection;
        this.write = write;
        this.operations = operations;
        this.statuses = new int[operations];
    }

    /** A request for each variable, in turn. */
    static TaktstromAccess inTurn(boolean write, String uri, List<String> names) throws IOException {
        Connection connection = Connectors.connect(uri);
        TaktstromAccess access = new TaktstromAccess(connection, write, 1);
        for (DataPoint point : points(connection, uri, names)) {
            access.add(List.of(point));
        }
        return access;
    }

    /** A request for each variable, many of them at once; the connection must have been told to use no sum commands. */
    static TaktstromAccess pipelined(boolean write, String uri, List<String> names) throws IOException {
        Connection connection = Connectors.connect(uri);
        List<DataPoint> all = new ArrayList<>();
        List<DataPoint> once = points(connection, uri, names);
        for (int i = 0; i < PIPELINED; i++) {
            all.addAll(once);
        }
        TaktstromAccess access = new TaktstromAccess(connection, write, all.size());
        access.add(all);
        return access;
    }

    private static List<DataPoint> points(Connection connection, String uri, List<String> names) throws IOException {
        PointGroup named = connection.resolve(names.stream().map(DataPoint::of).toList());
        List<DataPoint> points = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            AdsFrames.Place place = AdsFrames.locate(uri, names.get(i));
            points.add(DataPoint.of(place.address()).withType(named.typeAt(i)).withWritable());
        }
        return points;
    }

    private void add(List<DataPoint> points) throws IOException {
        PointGroup group = connection.resolve(points);
        SampleBatch batch = group.newBatch();
        // What is written is what was there.
        connection.read(group, batch);
        groups.add(group);
        batches.add(batch);
    }

    @Override
    public int operations() {
        return operations;
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
        }
        for (int i = 0; i < operations; i++) {
            int status = write ? statuses[i] : batch.statusAt(i);
            if (!StatusCode.isGood(status)) {
                throw new IOException(group.points().get(i).address() + ": " + StatusCode.name(status));
            }
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
