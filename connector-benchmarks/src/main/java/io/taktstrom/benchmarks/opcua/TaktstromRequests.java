package io.taktstrom.benchmarks.opcua;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.Glob;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;

/** What our connector is asked, one after the other, over one connection. */
final class TaktstromRequests {

    private TaktstromRequests() {}

    /** Something over a connection, which is closed with it. */
    private abstract static class Over implements Operation {
        final Connection connection;

        Over(Connection connection) {
            this.connection = connection;
        }

        @Override
        public void close() {
            connection.close();
        }
    }

    private static Connection connect(String uri) throws ConnectorException {
        return Connectors.connect(uri + "?security=none");
    }

    /** Reads so many items as one group. */
    static Operation read(String uri, int count) throws ConnectorException {
        Connection connection = connect(uri);
        PointGroup group = connection.resolve(IntStream.range(0, count)
                .mapToObj(i -> TaktstromSubscriber.point("i" + i))
                .toList());
        SampleBatch batch = group.newBatch();
        return new Over(connection) {
            @Override
            public void once() throws IOException {
                connection.read(group, batch);
                for (int i = 0; i < batch.size(); i++) {
                    if (batch.longAt(i) != i || !StatusCode.isGood(batch.statusAt(i))) {
                        throw new IOException(
                                "i" + i + " is " + batch.longAt(i) + ", " + StatusCode.name(batch.statusAt(i)));
                    }
                }
            }
        };
    }

    /** Reads one array. */
    static Operation array(String uri, int size) throws ConnectorException {
        Connection connection = connect(uri);
        PointGroup group = connection.resolve(List.of(TaktstromSubscriber.point("n" + size)));
        SampleBatch batch = group.newBatch();
        return new Over(connection) {
            @Override
            public void once() throws IOException {
                connection.read(group, batch);
                int at = batch.arenaOffsetAt(0);
                boolean whole = StatusCode.isGood(batch.statusAt(0)) && batch.lengthAt(0) == size * Integer.BYTES;
                if (!whole || batch.arena().getInt(at + batch.lengthAt(0) - Integer.BYTES) != size - 1) {
                    throw new IOException("n" + size + " is " + StatusCode.name(batch.statusAt(0)) + ", "
                            + batch.lengthAt(0) + " bytes");
                }
            }
        };
    }

    /** Finds all variables, with their types and whether they can be written. */
    static Operation browse(String uri, int count) throws ConnectorException {
        // The server has a variable of its own.
        BrowseFilter ours = new BrowseFilter(Glob.of("nsu=" + CountingNamespace.URI + ";s=i*"), false);
        return new Over(connect(uri)) {
            @Override
            public void once() throws IOException {
                int found = 0;
                try (BrowseCursor cursor = connection.browse(ours)) {
                    for (int more = cursor.next(count).size();
                            more > 0;
                            more = cursor.next(count).size()) {
                        found += more;
                    }
                }
                if (found != count) {
                    throw new IOException("found " + found + " variables of " + count);
                }
            }
        };
    }
}
