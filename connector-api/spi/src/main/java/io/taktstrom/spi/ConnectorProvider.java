package io.taktstrom.spi;

import java.util.List;

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
     * @throws ConnectFailedException when nobody answers or the device refuses; the message names the remedy
     * @throws ConnectorException when the device answers with anything else
     */
    Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException;

    /**
     * What one read of these points would take: how many requests, how many bytes, and why. Talks to no device.
     *
     * @return lines for people; none where there is nothing to say
     */
    default List<String> explain(Endpoint endpoint, List<DataPoint> points) {
        return List.of();
    }
}
