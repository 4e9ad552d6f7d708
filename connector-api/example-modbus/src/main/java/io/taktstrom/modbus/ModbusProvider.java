package io.taktstrom.modbus;

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

/** Modbus/TCP: {@code modbus://host:port?unit=1}. */
public final class ModbusProvider implements ConnectorProvider {

    static final Option<Integer> UNIT = Option.whole("unit", 0, 255, 1, "The unit: of a gateway, a device behind it.");

    static final Option<String> WORDS = Option.choice(
            "words", List.of("bigEndian", "swapped"), "bigEndian", "Which register of a long number comes first.");

    private static final ConnectorDescriptor DESCRIPTOR = ConnectorDescriptor.of(
                    "modbus", "Modbus/TCP", "Reads and writes coils and registers over Modbus/TCP.")
            .port(502)
            .options(List.of(UNIT, WORDS))
            .capabilities(Set.of(Capability.READ, Capability.WRITE))
            .addresses(
                    "A coil (co), discrete input (di), holding register (hr) or input register (ir) by its number from 0,"
                            + " and the type, unless the data point states it.",
                    "(co|di|hr|ir)[0-9]+(:.+)?",
                    "hr100:REAL",
                    "ir8:STRING(20)",
                    "co3",
                    "di16:ARRAY[0..7] OF BOOL")
            .build();

    @Override
    public ConnectorDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        return new ModbusSession(endpoint, context, ModbusRequest::new);
    }

    @Override
    public Optional<String> validate(Endpoint endpoint, DataPoint point) {
        try {
            ModbusAddress.parse(point.address());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
