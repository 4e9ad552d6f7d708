package io.taktstrom.testkit.mutant;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;

/**
 * A connector that is right but for one fault.
 *
 * @param fault what it does
 * @param fitting makes the faulty provider of the right one
 * @param denies what it says that it cannot do
 * @param needs what the right connector must be able to do
 * @param caughtBy the tests of the contract that must find it, each by itself
 */
public record Mutant(
        String fault,
        UnaryOperator<ConnectorProvider> fitting,
        Set<Capability> denies,
        Set<Capability> needs,
        List<String> caughtBy) {

    /** How a connector connects that is not quite right. */
    @FunctionalInterface
    public interface Connecting {
        Connection connect(ConnectorProvider right, Endpoint endpoint, ConnectContext context)
                throws ConnectorException;
    }

    /** Puts the fault around a connection. */
    @FunctionalInterface
    public interface Wrapping {
        Connection wrap(Connection right) throws ConnectorException;
    }

    /** Connects wrongly. */
    public static Mutant of(String fault, Connecting connecting, String... caughtBy) {
        return new Mutant(fault, right -> new Provider(right, connecting), Set.of(), Set.of(), List.of(caughtBy));
    }

    /** Connects, and does something wrong then. */
    public static Mutant of(String fault, Wrapping wrapping, String... caughtBy) {
        return of(fault, (right, endpoint, context) -> wrapping.wrap(right.connect(endpoint, context)), caughtBy);
    }

    /** The same for connectors that can do this. */
    Mutant needing(Capability capability) {
        return new Mutant(fault, fitting, denies, Set.of(capability), caughtBy);
    }

    /** The right provider, but for how it connects. */
    static class Provider implements ConnectorProvider {

        private final ConnectorProvider right;
        private final Connecting connecting;

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
