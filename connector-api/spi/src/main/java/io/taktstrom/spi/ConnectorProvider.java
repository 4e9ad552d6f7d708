package io.taktstrom.spi;

import java.util.List;
import java.util.Optional;

import io.taktstrom.descriptor.AddressGrammar;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;

/**
 * One protocol. Found by {@link java.util.ServiceLoader}, stateless, thread-safe.
 *
 * <p>A provider has a public constructor without parameters and is listed in
 * {@code META-INF/services/io.taktstrom.spi.ConnectorProvider}.
 */
public interface ConnectorProvider {

    ConnectorDescriptor descriptor();

    /**
     * Opens a session. Blocks for at most the endpoint's connect timeout.
     *
     * @param endpoint made by this provider's {@linkplain #descriptor() descriptor}
     * @throws ConnectFailedException when there is no answer or the device refuses; the message names the remedy
     * @throws ConnectorException when the device answers with anything else
     */
    Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException;

    /**
     * What is wrong with a point, as far as that can be said without its device. Judges with the parser that resolves it, so
     * that what passes here does not fail there for its address or its type. Talks to no device.
     *
     * @param endpoint where the point would be, as far as that is known: options that it needs may be missing
     * @param point with the type that is stated for it, if any
     * @return what is wrong and what would be right, for people; empty when nothing is known to be wrong
     */
    default Optional<String> validate(Endpoint endpoint, DataPoint point) {
        AddressGrammar grammar = descriptor().addresses();
        return point.address().matches(grammar.pattern())
                ? Optional.empty()
                : Optional.of("not an address of " + descriptor().scheme() + "; it is written like "
                        + String.join(", ", grammar.examples()));
    }

    /**
     * What one read of these points would take: how many requests, how many bytes, and why. Talks to no device.
     *
     * @return lines for people; none where there is nothing to say
     */
    default List<String> explain(Endpoint endpoint, List<DataPoint> points) {
        return List.of();
    }
}
