package io.taktstrom.example.line;

import java.util.EnumSet;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;

/** The LINE protocol: {@code line://host:port}. */
public final class LineConnectorProvider implements ConnectorProvider {

    /** Keeps spaces and line ends, which would be further requests, out of what is sent. */
    static final String ADDRESS = "[A-Za-z0-9_.]+";

    private static final ConnectorDescriptor DESCRIPTOR = ConnectorDescriptor.of(
                    "line", "LINE", "Example of a connector: a made-up protocol of text lines over TCP.")
            .port(4711)
            .capabilities(EnumSet.allOf(Capability.class))
            .addresses("The variable's name.", ADDRESS, "speed", "press.temperature_1")
            .build();

    @Override
    public ConnectorDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        return new LineSession(endpoint, context);
    }
}
