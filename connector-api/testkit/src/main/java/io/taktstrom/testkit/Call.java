package io.taktstrom.testkit;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;

/** A call of a connection that needs an answer of the device. */
enum Call {
    READ(Capability.READ) {
        @Override
        void on(Connection connection, PointGroup group) throws ConnectorException {
            connection.read(group, group.newBatch());
        }
    },
    WRITE(Capability.WRITE) {
        @Override
        void on(Connection connection, PointGroup group) throws ConnectorException {
            SampleBatch batch = group.newBatch();
            Values.put(batch, 0, 1L);
            connection.write(group, batch, new int[1]);
        }
    },
    SUBSCRIBE(Capability.SUBSCRIBE) {
        @Override
        void on(Connection connection, PointGroup group) throws ConnectorException {
            connection.subscribe(group, SubscribeContract.FASTEST, ignored -> {});
        }
    },
    DEVICE(Capability.READ) {
        @Override
        void on(Connection connection, PointGroup group) throws ConnectorException {
            connection.device();
        }
    };

    final Capability needs;

    Call(Capability needs) {
        this.needs = needs;
    }

    abstract void on(Connection connection, PointGroup group) throws ConnectorException;
}
