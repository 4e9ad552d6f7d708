package io.taktstrom.example.line;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.contract.DeviceUnderTest;

/**
 * A connector that is right but for one fault.
 *
 * @param fault what it does
 * @param provider of such connections
 * @param denies what it says that it cannot do
 * @param devices that it talks to
 * @param caughtBy the tests of the contract that must find it, each by itself
 */
public record Mutant(
        String fault, ConnectorProvider provider, Set<Capability> denies, Devices devices, List<String> caughtBy) {

    /** How a connector connects that is not quite right. */
    @FunctionalInterface
    public interface Connecting {
        /**
         * Connects.
         *
         * @param right the connector without a fault
         */
        Connection connect(ConnectorProvider right, Endpoint endpoint, ConnectContext context)
                throws ConnectorException;
    }

    /** Starts a device of the connector. */
    @FunctionalInterface
    public interface Devices {
        DeviceUnderTest start() throws IOException;
    }

    /** A mutant of the example. */
    static Mutant of(String fault, Connecting connecting, String... caughtBy) {
        return of(fault, new LineConnectorProvider(), connecting, LineDevice::new, caughtBy);
    }

    /** A mutant of another connector. */
    public static Mutant of(
            String fault, ConnectorProvider right, Connecting connecting, Devices devices, String... caughtBy) {
        return new Mutant(fault, new Provider(right, connecting), Set.of(), devices, List.of(caughtBy));
    }

    /** The right connector, but for what a device can see of it. */
    static class Provider implements ConnectorProvider {

        private final ConnectorProvider right;
        private final Connecting connecting;

        Provider(Connecting connecting) {
            this(new LineConnectorProvider(), connecting);
        }

        Provider(ConnectorProvider right, Connecting connecting) {
            this.right = right;
            this.connecting = connecting;
        }

        @Override
        public ConnectorDescriptor descriptor() {
            return right.descriptor();
        }

        @Override
        public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
            return connecting.connect(right, endpoint, context);
        }

        @Override
        public Optional<String> validate(Endpoint endpoint, DataPoint point) {
            return right.validate(endpoint, point);
        }
    }

    @Override
    public String toString() {
        return fault;
    }
}
