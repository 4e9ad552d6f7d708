package io.taktstrom.testkit.contract;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver.Operation;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** A call of a connection. */
enum Call {
    RESOLVE(Capability.READ, Operation.RESOLVE, false) {
        @Override
        void on(Connection connection, PointGroup group) throws ConnectorException {
            connection.resolve(group.points());
        }

        @Override
        void wronglyOn(Connection connection, PointGroup closed) throws ConnectorException {
            connection.resolve(List.of());
        }
    },
    READ(Capability.READ, Operation.READ, true) {
        @Override
        void on(Connection connection, PointGroup group) throws ConnectorException {
            connection.read(group, group.newBatch());
        }
    },
    WRITE(Capability.WRITE, Operation.WRITE, true) {
        @Override
        void on(Connection connection, PointGroup group) throws ConnectorException {
            SampleBatch batch = group.newBatch();
            Values.put(batch, 0, 1L);
            connection.write(group, batch, new int[1]);
        }
    },
    SUBSCRIBE(Capability.SUBSCRIBE, Operation.SUBSCRIBE, true) {
        @Override
        void on(Connection connection, PointGroup group) throws ConnectorException {
            connection.subscribe(group, Bench.FASTEST, ignored -> {});
        }
    },
    BROWSE(Capability.BROWSE, Operation.BROWSE, false) {
        @Override
        void on(Connection connection, PointGroup group) throws ConnectorException {
            try (BrowseCursor cursor = connection.browse(BrowseFilter.ALL)) {
                cursor.next(1);
            }
        }
    },
    DEVICE(Capability.READ, null, true) {
        @Override
        void on(Connection connection, PointGroup group) throws ConnectorException {
            connection.device();
        }
    };

    final Capability needs;

    /** What the observer hears; null when it hears of no call. */
    final @Nullable Operation told;

    /** Whether it always needs an answer of the device, whatever the connection knows already. */
    final boolean asksTheDevice;

    Call(Capability needs, @Nullable Operation told, boolean asksTheDevice) {
        this.needs = needs;
        this.told = told;
        this.asksTheDevice = asksTheDevice;
    }

    /** @param group the counter, writable */
    abstract void on(Connection connection, PointGroup group) throws ConnectorException;

    /** Calls so that it must be refused. A browse and a look at the device cannot be: they go right. */
    void wronglyOn(Connection connection, PointGroup closed) throws ConnectorException {
        on(connection, closed);
    }
}
