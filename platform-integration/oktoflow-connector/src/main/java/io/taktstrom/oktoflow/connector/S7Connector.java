package io.taktstrom.oktoflow.connector;

import de.iip_ecosphere.platform.connectors.AdapterSelector;
import de.iip_ecosphere.platform.connectors.MachineConnector;
import de.iip_ecosphere.platform.connectors.types.ProtocolAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Siemens S7 in oktoflow.
 *
 * @param <CO> what translators make of the device's values
 * @param <CI> what translators make values for the device of
 */
@MachineConnector(
        supportsModelCalls = false,
        supportsFieldEnumeration = true,
        specificSettings = {
            "rack",
            "slot",
            "connectionType",
            "localTsap",
            "remoteTsap",
            "backend",
            "password",
            "pdu",
            "maxInFlight",
            "maxItems",
            "systemLists",
            "symbols",
            "blockNumbers",
            "connectTimeout",
            "requestTimeout",
            "heartbeatInterval",
            "heartbeatTimeout",
            "browseTimeout",
            "maxMemory",
            "points",
            "cycle",
            "maxDelay"
        })
public final class S7Connector<CO, CI> extends PlatformConnector<CO, CI> {

    static final String SCHEME = "s7";

    /** As oktoflow's factory calls it. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public S7Connector(ProtocolAdapter<Object, Object, CO, CI>... adapters) {
        this(null, adapters);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    public S7Connector(
            @Nullable AdapterSelector<Object, Object, CO, CI> selector,
            ProtocolAdapter<Object, Object, CO, CI>... adapters) {
        super(SCHEME, selector, adapters);
    }
}
