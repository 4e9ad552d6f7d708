package io.taktstrom.s7;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.plan.PduLimits;
import io.taktstrom.s7.plan.PlanSummary;
import io.taktstrom.s7.plan.S7ReadPlan;
import io.taktstrom.s7.protocol.cotp.Tpkt;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;

/** Siemens S7 over ISO-on-TCP. */
public final class S7Provider implements ConnectorProvider {

    private static final ConnectorDescriptor DESCRIPTOR = ConnectorDescriptor.of(
                    "s7",
                    "S7",
                    "Siemens S7-300, S7-400, S7-1200, S7-1500 and LOGO! in pure Java. S7-1200 and S7-1500 need \"PUT/GET"
                            + " communication\" allowed and data blocks without \"Optimized block access\".")
            .port(Tpkt.PORT)
            .options(S7Options.ALL)
            // The device pushes nothing: the stream polls.
            .capabilities(EnumSet.of(Capability.READ, Capability.WRITE, Capability.BROWSE))
            .addresses(
                    "As STEP 7, plc4j or nodeS7 write it: area and number of the data block, byte, bit, and the type where"
                            + " it does not follow, unless the data point states it. Case does not matter.",
                    // Where an address ends, before an equals sign say; whether it is one says the parser.
                    "(?i)\\s*%?(DB\\d+\\s*[.:,]|[IEQAMTCZ][A-Z]*\\d).*",
                    "DB1.DBD4:REAL",
                    "DB1.DBX0.1",
                    "MW4",
                    "I0.0",
                    "T5",
                    "%DB1:20:STRING(30)",
                    "DB1,REAL4",
                    "DB1,S20.30")
            .build();

    @Override
    public ConnectorDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        return S7Session.open(endpoint, context);
    }

    @Override
    public Optional<String> validate(Endpoint endpoint, DataPoint point) {
        try {
            var unused = S7Address.parse(point.address(), point.type());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** The PDU size that the CPU grants is not known yet: one plan for each usual size up to the requested one. */
    @Override
    public List<String> explain(Endpoint endpoint, List<DataPoint> points) {
        List<String> lines = new ArrayList<>();
        List<S7Address> addresses = new ArrayList<>();
        for (DataPoint point : points) {
            try {
                addresses.add(S7Address.parse(point.address(), point.type()));
            } catch (IllegalArgumentException e) {
                lines.add(point.name() + " is not read: " + e.getMessage());
            }
        }
        int asked = S7Options.PDU.of(endpoint);
        IntStream.of(240, 480, 960)
                .filter(usual -> usual < asked)
                .forEach(usual -> lines.add(explain(endpoint, addresses, usual)));
        lines.add(explain(endpoint, addresses, asked));
        return lines;
    }

    private static String explain(Endpoint endpoint, List<S7Address> addresses, int pdu) {
        PduLimits limits = new PduLimits(pdu, pdu, S7Options.MAX_ITEMS.of(endpoint));
        PlanSummary summary = S7ReadPlan.of(addresses, limits).summary();
        return "PDU of " + pdu + ": " + summary + "; " + summary.why();
    }
}
