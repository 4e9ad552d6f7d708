package io.taktstrom.example.line;

import java.util.EnumSet;
import java.util.List;

import io.taktstrom.descriptor.AddressGrammar;
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

    private static final ConnectorDescriptor DESCRIPTOR = new ConnectorDescriptor(
            "line",
            "LINE",
            "Example of a connector: a made-up protocol of text lines over TCP.",
            4711,
            List.of(),
            List.of(),
            EnumSet.allOf(Capability.class),
            new AddressGrammar("The variable's name.", ADDRESS, List.of("speed", "press.temperature_1")));

    @Override
    public ConnectorDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        return new LineSession(endpoint, context);
    }
}
