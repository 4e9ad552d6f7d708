package io.taktstrom.example.register;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Option;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;

/** Registers: {@code register://host:port}. */
public final class RegisterProvider implements ConnectorProvider {

    static final Option<String> WORDS = Option.choice(
            "words", List.of("bigEndian", "swapped"), "bigEndian", "Which register of a long number comes first.");

    private static final ConnectorDescriptor DESCRIPTOR = ConnectorDescriptor.of(
                    "register", "Registers", "Sketch of a polled connector: holding registers over Modbus/TCP.")
            .port(502)
            .options(List.of(WORDS))
            .capabilities(Set.of(Capability.READ, Capability.WRITE))
            .addresses("The register, and the type.", "hr[0-9]+(:.+)?", "hr100", "hr100:REAL")
            .build();

    @Override
    public ConnectorDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        return new RegisterSession(endpoint, context);
    }

    @Override
    public Optional<String> validate(Endpoint endpoint, DataPoint point) {
        try {
            RegisterAddress.parse(point.address());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
