package io.taktstrom.s7;

import java.util.EnumSet;
import java.util.List;

import io.taktstrom.descriptor.AddressGrammar;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.Endpoint;
import io.taktstrom.s7.protocol.isotcp.Tpkt;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;

/** Siemens S7 over ISO-on-TCP. */
public final class S7Provider implements ConnectorProvider {

    private static final ConnectorDescriptor DESCRIPTOR = new ConnectorDescriptor(
            "s7",
            "S7",
            "Siemens S7-300, S7-400, S7-1200, S7-1500 and LOGO! in pure Java. S7-1200 and S7-1500 need \"PUT/GET"
                    + " communication\" allowed and data blocks without \"Optimized block access\".",
            Tpkt.PORT,
            List.of(),
            S7Options.ALL,
            // The device pushes nothing: the stream polls.
            EnumSet.of(Capability.READ, Capability.WRITE),
            new AddressGrammar(
                    "As STEP 7, plc4j or nodeS7 write it: area and number of the data block, byte, bit, and the type where"
                            + " it does not follow, unless the data point states it. Case does not matter.",
                    "%?([DdIiEeQqAaMmTtCcZz]).*",
                    List.of(
                            "DB1.DBD4:REAL",
                            "DB1.DBX0.1",
                            "MW4",
                            "I0.0",
                            "T5",
                            "%DB1:20:STRING(30)",
                            "DB1,REAL4",
                            "DB1,S20.30")));

    @Override
    public ConnectorDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        return S7Session.open(endpoint, context);
    }
}
