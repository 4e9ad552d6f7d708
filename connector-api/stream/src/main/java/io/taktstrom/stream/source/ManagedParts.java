package io.taktstrom.stream.source;

import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectorProvider;

/**
 * What a {@link ManagedConnection} is made of.
 *
 * @param afterGap whether samples were lost before it
 */
record ManagedParts(
        String name,
        ConnectorProvider provider,
        Endpoint endpoint,
        List<Scan> scans,
        boolean afterGap,
        ManagedSettings settings,
        ConnectContext context,
        Consumer<ConnectionState> stateListener) {}
